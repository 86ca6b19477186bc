import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from './useDeferredImport.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A component whose code cannot be downloaded until `stopFailing`. */
async function showFailing() {
  let isFailing = true
  const load = vi.fn(async () => {
    if (isFailing) throw new Error('Could not download /assets/Login.js')
    return 'the login'
  })
  const { result } = renderHook(() => useDeferredImport(load))
  await pass(0)
  return { load, state: () => result.current, stopFailing: () => (isFailing = false) }
}

test('code that failed to load shows an error and is retried with growing pauses [pwa.8]', async () => {
  const { load, state, stopFailing } = await showFailing()
  expect(state()).toMatchObject({ module: undefined, problem: expect.any(Error) })

  for (const [index, pauseMs] of [2000, 5000, 15_000, 30_000, 60_000, 60_000].entries()) {
    await pass(pauseMs - 1)
    expect(load).toHaveBeenCalledTimes(index + 1)
    await pass(1)
    expect(load).toHaveBeenCalledTimes(index + 2)
  }
  stopFailing()
  await pass(60_000)

  expect(state()).toMatchObject({ module: 'the login', problem: undefined })
})

test('"Try again" loads it at once [pwa.8]', async () => {
  const { load, state, stopFailing } = await showFailing()

  stopFailing()
  act(() => state().retry())
  expect(state().problem).toBeUndefined()
  await pass(0)

  expect(state().module).toBe('the login')
  expect(load).toHaveBeenCalledTimes(2)
})

test('it loads at once when the connection is back [pwa.7] [pwa.8]', async () => {
  const { state, stopFailing } = await showFailing()
  await act(async () => observe({ kind: 'link', isUp: false, at: Date.now() }))

  stopFailing()
  await act(async () =>
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 }),
  )
  await pass(0)

  expect(state().module).toBe('the login')
})
