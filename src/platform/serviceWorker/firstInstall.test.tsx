import { beforeEach, expect, test, vi } from 'vitest'

import { registerWorker } from './registration.ts'

const firstPauseMs = 30_000
const allPausesMs = (30 + 60 + 120 + 240) * 1000

const workerOf = (state: string) =>
  Object.assign(new EventTarget(), {
    state,
    scriptURL: `${location.origin}/sw.js`,
    postMessage: vi.fn(),
  })
type Worker = ReturnType<typeof workerOf>
type Registration = { active: Worker | null; waiting: null; installing: Worker | null }

const registrationOf = (workers: Partial<Registration>) =>
  Object.assign(new EventTarget(), { active: null, waiting: null, installing: null, ...workers })

function enter(worker: Worker, state: string): void {
  worker.state = state
  worker.dispatchEvent(new Event('statechange'))
}

/** The browser's ServiceWorkerContainer, which controls no page yet. */
function stubContainer(register: () => Promise<unknown>) {
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: vi.fn(register),
    ready: new Promise(() => undefined),
  })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  return container.register
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

test('a page that is open while the worker becomes active asks it to take over [pwa.2]', async () => {
  const active = workerOf('activated')
  stubContainer(async () => registrationOf({ active }))

  void registerWorker()
  await vi.advanceTimersByTimeAsync(0)

  expect(active.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'claim' })
})

test('a failed installation is tried again while the page is open [pwa.2]', async () => {
  const installing = workerOf('installing')
  const register = stubContainer(async () => registrationOf({ installing }))

  void registerWorker()
  await vi.advanceTimersByTimeAsync(0)
  enter(installing, 'redundant')
  await vi.advanceTimersByTimeAsync(firstPauseMs - 1)
  expect(register).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(register).toHaveBeenCalledTimes(2)

  enter(installing, 'activated')
  await vi.advanceTimersByTimeAsync(allPausesMs)
  expect(register).toHaveBeenCalledTimes(2)
})

const failing = async () => {
  throw new TypeError('Failed to fetch')
}

test('a worker that cannot be downloaded is tried five times, with growing pauses [pwa.2]', async () => {
  const register = stubContainer(failing)

  void registerWorker()
  await vi.advanceTimersByTimeAsync(allPausesMs - 1)
  expect(register).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(10 * allPausesMs)

  expect(register).toHaveBeenCalledTimes(5)
})

test('with Save-Data it is tried once [pwa.15]', async () => {
  const register = stubContainer(failing)
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { connection: { value: { saveData: true } } }),
  )

  await registerWorker()

  expect(register).toHaveBeenCalledTimes(1)
})

test('a browser that refuses service workers gets one registration attempt [pwa.2]', async () => {
  const register = stubContainer(async () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })

  await registerWorker()
  await vi.advanceTimersByTimeAsync(allPausesMs)

  expect(register).toHaveBeenCalledTimes(1)
})
