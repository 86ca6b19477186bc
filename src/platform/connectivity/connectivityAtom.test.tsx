import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const healthy = () => new Response('ok', { headers: { 'x-api': '1' } })
let network = vi.fn<(path: string) => Promise<Response>>()
let isHidden = false

/** A fake of the page's service worker. */
function serviceWorker({ isInControl = true } = {}) {
  const controller = { postMessage: vi.fn() }
  const container = Object.assign(new EventTarget(), {
    controller: isInControl ? controller : null,
    startMessages: vi.fn(),
  })
  return {
    container,
    sentMessages: () => controller.postMessage.mock.calls.map(([message]) => message),
    says: (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data })),
  }
}

/** Keeps events of one test from the next one. */
const closed: (() => void)[] = []
function forgetListeners(target: EventTarget) {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  vi.spyOn(target, 'addEventListener').mockImplementation((...listener) => {
    add(...listener)
    closed.push(() => remove(...listener))
  })
}

/** A page that was just opened, with or without a service worker. */
async function open({ worker = serviceWorker({ isInControl: false }), onLine = true } = {}) {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      serviceWorker: { value: worker.container },
      onLine: { value: onLine },
    }),
  )
  vi.resetModules()
  const page = await import('./connectivityAtom.ts')
  const state = () => {
    const { status, reason } = getDefaultStore().get(page.connectivityAtom)
    return reason ? `${status} ${reason}` : status
  }
  return { ...page, state }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  network = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', network)
  forgetListeners(window)
  forgetListeners(document)
})
afterEach(() => {
  for (const close of closed.splice(0)) close()
  vi.useRealTimers()
})

describe('the outcome of a page’s request', () => {
  test('changes the page’s state and is reported to the worker [pwa.7]', async () => {
    const worker = serviceWorker()
    const { observe, state } = await open({ worker })
    const failed = { kind: 'failed', at: Date.now() } as const

    observe(failed)

    expect(state()).toBe('degraded unreachable')
    expect(worker.sentMessages()).toEqual([{ type: 'evidence', evidence: failed }])
  })

  test('proves that the store is reachable, if the store responded [pwa.7]', async () => {
    const { observeResponse, state } = await open()

    observeResponse(new Response('{}', { headers: { 'x-api': '1', 'x-sw-cache': 'stale' } }), 1)
    expect(state()).toBe('unknown')

    observeResponse(healthy(), Date.now())
    expect(state()).toBe('online')
  })
})

describe('probing again', () => {
  test('is done by the service worker if there is one [pwa.7]', async () => {
    const worker = serviceWorker()
    const { probeNow } = await open({ worker })

    await probeNow()

    expect(worker.sentMessages()).toEqual([{ type: 'probe' }])
    expect(network).not.toHaveBeenCalled()
  })

  test('is done by the page without a service worker [pwa.7]', async () => {
    network.mockResolvedValue(healthy())
    const { probeNow, state } = await open()

    await probeNow()

    expect(network.mock.calls[0]?.[0]).toMatch(/^\/healthz\?/)
    expect(state()).toBe('online')
  })

  test('becomes less frequent while in doubt, and ends with it [pwa.7]', async () => {
    const { observe, state } = await open()
    observe({ kind: 'failed', at: Date.now() })

    const probeTimes: number[] = []
    for (const seconds of [0, 1, 2, 4, 8, 15, 30, 30]) {
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      probeTimes.push(network.mock.calls.length)
    }
    expect(probeTimes).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(state()).toBe('offline unreachable')

    network.mockResolvedValue(healthy())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state()).toBe('online')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(network).toHaveBeenCalledTimes(9)
  })

  test('starts again with the next doubt [pwa.7]', async () => {
    const { observe } = await open()
    observe({ kind: 'failed', at: Date.now() })
    await vi.advanceTimersByTimeAsync(3000)
    network.mockResolvedValue(healthy())
    await vi.advanceTimersByTimeAsync(4000)
    network.mockClear()

    observe({ kind: 'failed', at: Date.now() })
    await vi.advanceTimersByTimeAsync(0)

    expect(network).toHaveBeenCalledOnce()
  })
})

describe('a page that follows the connection', () => {
  test('asks the worker for its state [pwa.7]', async () => {
    const worker = serviceWorker()
    const { watchConnectivity } = await open({ worker })

    watchConnectivity()

    expect(worker.container.startMessages).toHaveBeenCalledOnce()
    expect(worker.sentMessages()).toEqual([{ type: 'get-connectivity' }])
  })

  test('uses the newer of its own and the worker’s state [pwa.7]', async () => {
    const worker = serviceWorker()
    const { watchConnectivity, state } = await open({ worker })
    const says = (status: string, at: number) =>
      worker.says({ type: 'connectivity', connectivity: { status, since: at, at } })
    watchConnectivity()

    says('offline', 2000)
    expect(state()).toBe('offline')
    says('online', 1999)
    expect(state()).toBe('offline')
    says('degraded', 2000)
    expect(state()).toBe('degraded')
    worker.says({ type: 'of-a-newer-worker' })
    expect(state()).toBe('degraded')
  })

  test('is offline if the browser says so from the start [pwa.7]', async () => {
    const { watchConnectivity, state } = await open({ onLine: false })

    watchConnectivity()

    expect(state()).toBe('offline no-link')
  })

  test('does not trust the browser that it is online [pwa.7]', async () => {
    const { watchConnectivity, state } = await open()

    watchConnectivity()

    expect(state()).toBe('unknown')
    expect(network).not.toHaveBeenCalled()
  })

  test('is offline at once with the browser’s event, and probes at once when it is back [pwa.7]', async () => {
    const { watchConnectivity, state } = await open()
    watchConnectivity()
    dispatchEvent(new Event('offline'))
    expect(state()).toBe('offline no-link')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(state()).toBe('offline no-link')
    network.mockClear()
    network.mockResolvedValue(healthy())

    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)

    expect(network).toHaveBeenCalledOnce()
    expect(state()).toBe('online')
  })

  test('does not probe while hidden, and continues when visible [pwa.7]', async () => {
    const { watchConnectivity, observe } = await open()
    watchConnectivity()
    isHidden = true
    observe({ kind: 'failed', at: Date.now() })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(network).not.toHaveBeenCalled()

    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)

    expect(network).toHaveBeenCalledOnce()
  })
})
