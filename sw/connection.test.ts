import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const healthy = () => new Response('ok', { headers: { 'x-api': '1' } })
const start = (setup?: Parameters<typeof startServiceWorker>[1]) =>
  startServiceWorker(() => import('./sw.ts'), setup)
type Worker = Awaited<ReturnType<typeof start>>

const evidence = (kind: object, at = Date.now()) => ({
  type: 'evidence',
  evidence: { at, ...kind },
})
const failed = { kind: 'failed' }
const response = { kind: 'response', status: 200, isOurs: true }

/** The states sent to the page, in order. */
const sentStates = ({ messages }: Worker) =>
  (messages as { type: string; connectivity: { status: string; reason?: string } }[]).map(
    ({ type, connectivity: { status, reason } }) =>
      [type, status, reason].filter(Boolean).join(' '),
  )

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

describe('the outcome of requests', () => {
  test('is reported to the page only if it changes the state [pwa.7]', async () => {
    const worker = await start()

    await worker.message(evidence(response))
    await worker.message(evidence(response))
    expect(sentStates(worker)).toEqual(['connectivity online'])

    await worker.message(evidence({ ...response, status: 503 }))
    expect(sentStates(worker).slice(1)).toEqual(['connectivity online server'])
  })

  test('makes the worker probe the store after a failed request [pwa.7]', async () => {
    const { requestedPaths } = stubNetwork({ '/healthz': healthy })
    const worker = await start()

    await worker.message(evidence(failed))

    expect(requestedPaths()).toEqual([expect.stringMatching(/^\/healthz\?/)])
    expect(sentStates(worker)).toEqual(['connectivity degraded unreachable', 'connectivity online'])
  })

  test('makes the worker probe the store after a slow request [pwa.7]', async () => {
    stubNetwork({})
    const worker = await start()

    await worker.message(evidence({ kind: 'slow' }))

    expect(sentStates(worker)).toEqual([
      'connectivity degraded timeout',
      'connectivity offline timeout',
    ])
  })

  test('is reported again to a page that asks, because the page may have newer evidence [pwa.7]', async () => {
    stubNetwork({})
    const worker = await start()
    await worker.message(evidence(failed))
    const known = sentStates(worker).length
    vi.setSystemTime(Date.now() + 5000)

    await worker.message({ type: 'probe' })

    expect(sentStates(worker).slice(known)).toEqual(['connectivity offline unreachable'])
    const { connectivity } = worker.messages.at(-1) as { connectivity: { at: number } }
    expect(connectivity.at).toBe(Date.now())
  })

  test('needs no probe if the store has responded [pwa.7]', async () => {
    const { requestedPaths } = stubNetwork({ '/healthz': healthy })
    const worker = await start()

    await worker.message(evidence(response))

    expect(requestedPaths()).toEqual([])
  })

  test('counts for simultaneous events [pwa.7]', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const worker = await start()

    worker.send('message', { data: evidence({ kind: 'slow' }) })
    worker.send('message', { data: evidence({ kind: 'probe-failed' }) })

    await vi.waitFor(() => expect(sentStates(worker)).toContain('connectivity offline timeout'))
  })
})

describe('the state', () => {
  test('survives a restart of the worker [pwa.7]', async () => {
    stubNetwork({})
    const first = await start()
    await first.message(evidence(failed))
    stubNetwork({ '/healthz': () => new Promise<Response>(() => {}) })

    const next = await start({ stores: first.stores })
    next.send('message', { data: { type: 'get-connectivity' } })

    await vi.waitFor(() => expect(sentStates(next)).toEqual(['connectivity offline unreachable']))
  })

  test('is reported to a page that asks, and probed again if in doubt [pwa.7]', async () => {
    stubNetwork({})
    const worker = await start()
    await worker.message(evidence(failed))
    const before = sentStates(worker).length
    stubNetwork({ '/healthz': healthy })

    await worker.message({ type: 'get-connectivity' })

    expect(sentStates(worker).slice(before)).toEqual([
      'connectivity offline unreachable',
      'connectivity online',
    ])
  })

  test('is not probed if there is no doubt [pwa.7]', async () => {
    const { requestedPaths } = stubNetwork({ '/healthz': healthy })
    const worker = await start()

    await worker.message({ type: 'get-connectivity' })

    expect(sentStates(worker)).toEqual(['connectivity unknown'])
    expect(requestedPaths()).toEqual([])
  })

  test('is reported when the device is full [pwa.7]', async () => {
    const worker = await start()
    const full = await worker.stores.open('connectivity')
    vi.spyOn(worker.stores, 'open').mockResolvedValue({
      ...full,
      put: () => Promise.reject(new DOMException('No space left', 'QuotaExceededError')),
    })

    await worker.message(evidence(response))

    expect(sentStates(worker)).toEqual(['connectivity online'])
  })
})

describe('probing the store', () => {
  test('is shared by concurrent callers [pwa.7]', async () => {
    const { requestedPaths } = stubNetwork({ '/healthz': healthy })
    const worker = await start()

    await Promise.all([worker.message({ type: 'probe' }), worker.message({ type: 'probe' })])
    expect(requestedPaths()).toHaveLength(1)

    await worker.message({ type: 'probe' })
    expect(requestedPaths()).toHaveLength(2)
  })
})

describe("the worker's own requests", () => {
  const sendRequest = (worker: Worker) => worker.request('/api/brands').catch(() => undefined)

  test('prove that the store is reachable [pwa.7]', async () => {
    stubNetwork({ '/api/brands': healthy })
    const worker = await start()

    await sendRequest(worker)

    await vi.waitFor(() => expect(sentStates(worker)).toEqual(['connectivity online']))
  })

  test('prove that it is unreachable [pwa.7]', async () => {
    stubNetwork({})
    const worker = await start()

    await sendRequest(worker)

    await vi.waitFor(() => expect(sentStates(worker)).toContain('connectivity offline unreachable'))
  })

  test('prove the same if they never end [pwa.12]', async () => {
    stubNetwork({
      '/api/brands': () => Promise.reject(new DOMException('Timed out', 'TimeoutError')),
    })
    const worker = await start()

    await sendRequest(worker)

    await vi.waitFor(() => expect(sentStates(worker)).toContain('connectivity offline unreachable'))
  })

  test('prove nothing if the page was left meanwhile [pwa.7]', async () => {
    const { requestedPaths } = stubNetwork({
      '/api/brands': () => Promise.reject(new DOMException('Aborted', 'AbortError')),
    })
    const worker = await start()

    await sendRequest(worker)
    await worker.message({ type: 'get-connectivity' })

    expect(sentStates(worker)).toEqual(['connectivity unknown'])
    expect(requestedPaths()).toEqual(['/api/brands'])
  })
})
