import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'

const webStorages = ['localStorage', 'sessionStorage'] as const
const granted = webStorages.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))

/** Imports the module as a page does that has just opened. */
async function openPage() {
  vi.resetModules()
  const { markHydrated } = await import('#platform/rendering/hydration.ts')
  markHydrated()
  return import('./deviceStorage.ts')
}

function denyWebStorage() {
  const get = () => {
    throw new DOMException('Access is denied for this document', 'SecurityError')
  }
  for (const name of webStorages)
    Object.defineProperty(globalThis, name, { get, configurable: true })
}

afterEach(() => {
  webStorages.forEach((name, index) => {
    const before = granted[index]
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
  })
  vi.useRealTimers()
})

const isHintShown = () => sessionStorage.getItem('storage-hint-shown') !== null
const never = () => new Promise<never>(() => undefined)
const refused = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))

test('if local storage is denied a login lasts as long as the page, and a hint is shown [login.5]', async () => {
  denyWebStorage()
  const { replaceDeniedStorage } = await openPage()

  replaceDeniedStorage()

  localStorage.setItem('token', 'asha')
  expect(localStorage.getItem('token')).toBe('asha')
  localStorage.removeItem('token')
  expect(localStorage.getItem('token')).toBeNull()
  sessionStorage.setItem('place', 'Indore')
  sessionStorage.clear()
  expect(sessionStorage.getItem('place')).toBeNull()
  await waitFor(() => expect(isHintShown()).toBe(true))
})

test('available storage is used without a hint', async () => {
  const { replaceDeniedStorage, withIndexedDb } = await openPage()
  const { localStorage: before } = globalThis

  replaceDeniedStorage()
  await withIndexedDb(async () => 'kept')

  expect(globalThis.localStorage).toBe(before)
  expect(isHintShown()).toBe(false)
})

describe('IndexedDB', () => {
  test('that never responds times out after three seconds and is not awaited again [wish.4]', async () => {
    const { withIndexedDb } = await openPage()
    vi.useFakeTimers()
    const first = withIndexedDb(never).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(2999)
    expect(await Promise.race([first, Promise.resolve('waiting')])).toBe('waiting')

    await vi.advanceTimersByTimeAsync(1)

    expect(await first).toMatchObject({ name: 'TimeoutError' })
    await expect(withIndexedDb(never)).rejects.toThrow('does not respond')
  })

  test('that responds late still carries out deletions requested meanwhile [pwa.11]', async () => {
    const { withIndexedDb } = await openPage()
    vi.useFakeTimers()
    withIndexedDb(never).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(3000)

    const remove = vi.fn(async () => undefined)
    await expect(withIndexedDb(remove)).rejects.toThrow('does not respond')

    expect(remove).toHaveBeenCalledOnce()
  })

  test('that responds late is used again [wish.4]', async () => {
    const { withIndexedDb } = await openPage()
    vi.useFakeTimers()
    let respond = (_: string) => {}
    const first = withIndexedDb(() => new Promise((resolve) => (respond = resolve)))
    first.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(3000)

    respond('late')
    await vi.advanceTimersByTimeAsync(0)

    expect(await withIndexedDb(async () => 'in time')).toBe('in time')
  })

  test('on a full device a hint is shown, once [wish.4]', async () => {
    const { withIndexedDb } = await openPage()

    await expect(withIndexedDb(refused)).rejects.toThrow('Full')
    await waitFor(() => expect(isHintShown()).toBe(true))
    sessionStorage.clear()
    await expect(withIndexedDb(refused)).rejects.toThrow('Full')

    await new Promise((later) => setTimeout(later))
    expect(isHintShown()).toBe(false)
  })

  test('that the browser lacks is rejected too [wish.4]', async () => {
    const { withIndexedDb } = await openPage()
    vi.stubGlobal('indexedDB', undefined)

    await expect(withIndexedDb(never)).rejects.toBeInstanceOf(DOMException)
    vi.unstubAllGlobals()
  })
})
