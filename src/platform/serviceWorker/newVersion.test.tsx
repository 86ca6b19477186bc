import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { getDefaultStore } from 'jotai'

import {
  announceNewVersion,
  hasNewVersionAtom,
  updateIfOutdated,
  activateNewVersion,
} from './registration.ts'

const reload = vi.fn()
const worker = () => Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() })
type Registration = {
  waiting?: ReturnType<typeof worker>
  installing?: ReturnType<typeof worker>
  update?: () => Promise<unknown>
}

/** The browser's ServiceWorkerContainer with a registration. */
function register(registration?: Registration) {
  const container = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  return () => container.dispatchEvent(new Event('controllerchange'))
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  vi.stubGlobal('location', { ...location, reload })
  reload.mockClear()
  history.replaceState(null, '')
})
afterEach(() => vi.useRealTimers())

test('a waiting new version is announced [pwa.8]', () => {
  const { get } = getDefaultStore()
  expect(get(hasNewVersionAtom)).toBe(false)

  announceNewVersion()

  expect(get(hasNewVersionAtom)).toBe(true)
})

describe('activating a new version', () => {
  test('activates the waiting worker and reloads the page [pwa.8]', async () => {
    const [waiting, installing] = [worker(), worker()]
    const isIn = register({ waiting, installing })
    void activateNewVersion()
    await vi.advanceTimersByTimeAsync(0)
    expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'update-now' })
    expect(installing.postMessage).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()

    isIn()
    await vi.advanceTimersByTimeAsync(0)

    expect(reload).toHaveBeenCalledOnce()
  })

  test('reloads the page if the worker could not be installed [pwa.8]', async () => {
    const installing = worker()
    register({ installing })
    void activateNewVersion()
    await vi.advanceTimersByTimeAsync(0)

    installing.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).not.toHaveBeenCalled()

    installing.state = 'redundant'
    installing.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('waits at most four seconds for an installed worker [pwa.8]', async () => {
    register({ waiting: worker() })
    void activateNewVersion()
    await vi.advanceTimersByTimeAsync(3999)
    expect(reload).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(1)

    expect(reload).toHaveBeenCalledOnce()
  })

  test('reloads an uncontrolled page once the worker is active [pwa.8]', async () => {
    const waiting = worker()
    register({ waiting })
    void activateNewVersion()
    await vi.advanceTimersByTimeAsync(0)

    waiting.state = 'activated'
    waiting.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(0)

    expect(reload).toHaveBeenCalledOnce()
  })

  test('waits at most thirty seconds for a worker that is being installed [pwa.8]', async () => {
    register({ installing: Object.assign(worker(), { state: 'installing' }) })
    void activateNewVersion()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(reload).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(1)

    expect(reload).toHaveBeenCalledOnce()
  })

  test.each<[string, Registration | undefined]>([
    ['no newer worker', {}],
    ['no worker', undefined],
  ])('reloads the page at once if there is %s [pwa.8]', async (_, registration) => {
    register(registration)

    await activateNewVersion()

    expect(reload).toHaveBeenCalledOnce()
  })

  test('reloads once more if the page is still open after six seconds [pwa.8]', async () => {
    register({})
    await activateNewVersion()
    await vi.advanceTimersByTimeAsync(5999)
    expect(reload).toHaveBeenCalledOnce()

    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(2)

    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('reloads the page in a browser without service workers [pwa.8]', async () => {
    vi.stubGlobal('navigator', {})

    await activateNewVersion()

    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a page that requests a file removed by a deploy', () => {
  const online = () =>
    vi.stubGlobal('fetch', async () => new Response('ok', { headers: { 'x-api': '1' } }))

  test('checks for the newest version and reloads [pwa.8]', async () => {
    online()
    const update = vi.fn(() => Promise.reject(new Error('No worker')))
    register({ update })

    expect(await updateIfOutdated()).toBe(true)
    expect(update).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('does so once a minute and keeps its history state [pwa.8]', async () => {
    online()
    register({ update: async () => undefined })
    history.replaceState({ key: 'list' }, '')
    await updateIfOutdated()
    expect(history.state).toEqual({ key: 'list', replacedAt: Date.now() })

    vi.setSystemTime(Date.now() + 59_999)
    expect(await updateIfOutdated()).toBe(false)
    expect(reload).toHaveBeenCalledOnce()

    vi.setSystemTime(Date.now() + 1)
    expect(await updateIfOutdated()).toBe(true)
  })

  test('does nothing offline [pwa.8]', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    register({})

    expect(await updateIfOutdated()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    expect(history.state).toBeNull()
  })

  test('does so without a service worker too [pwa.8]', async () => {
    online()
    vi.stubGlobal('navigator', {})

    expect(await updateIfOutdated()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })
})
