import { describe, expect, test, vi } from 'vitest'

import {
  type Connectivity,
  reduceConnectivity,
  type Evidence,
  needsProbe,
  isPortalResponse,
  probe,
  probePauseMs,
  unknownConnectivity,
} from './connectivity.ts'

type Happening = Evidence extends infer One
  ? One extends Evidence
    ? Omit<One, 'at'>
    : never
  : never

const ours = { kind: 'response', status: 200, isOurs: true } as const

/** The state after these events, one second apart. */
function after(...happenings: Happening[]): Connectivity {
  const evidence = happenings.map(
    (entry, index) => ({ ...entry, at: (index + 1) * 1000 }) as Evidence,
  )
  return evidence.reduce(reduceConnectivity, unknownConnectivity)
}

describe('the state of the connection [pwa.7]', () => {
  test('is unknown at first, which is not in doubt', () => {
    expect(unknownConnectivity.status).toBe('unknown')
    expect(needsProbe(unknownConnectivity)).toBe(false)
  })

  test('is online after any response of the store, even a refusal', () => {
    expect(after({ ...ours, status: 404 })).toMatchObject({ status: 'online', since: 1000 })
  })

  test('stays online behind a failing gateway, and is degraded', () => {
    expect(after({ ...ours, status: 503 })).toMatchObject({ status: 'online', reason: 'server' })
  })

  test('is offline if another server responds instead of the store', () => {
    expect(after({ ...ours, isOurs: false })).toMatchObject({
      status: 'offline',
      reason: 'captive',
    })
  })

  test('is offline behind a captive portal that redirects or asks for a login', () => {
    for (const status of [0, 302, 511]) {
      const reason = after({ ...ours, status, isOurs: false }).reason
      expect({ status, reason }).toEqual({ status, reason: 'captive' })
    }
  })

  test('is online if a gateway without the store’s header fails', () => {
    for (const status of [403, 500, 502, 503]) {
      expect(after({ ...ours, status, isOurs: false })).toMatchObject({
        status: 'online',
        reason: 'server',
      })
    }
  })

  test('is in doubt after one failed request, and offline after a failed probe', () => {
    expect(after(ours, { kind: 'failed' })).toMatchObject({ status: 'degraded' })
    expect(after(ours, { kind: 'failed' }, { kind: 'probe-failed' })).toMatchObject({
      status: 'offline',
      reason: 'unreachable',
      since: 3000,
    })
  })

  test('is slow, not offline, however many responses take long [pwa.12]', () => {
    const slow = { status: 'degraded', reason: 'timeout' }
    expect(after({ kind: 'slow' }, { kind: 'slow' })).toMatchObject(slow)
    expect(after({ ...ours, isSlow: true }, { kind: 'slow' })).toMatchObject(slow)
    expect(after({ kind: 'slow' }, ours)).toEqual({ status: 'online', since: 2000, at: 2000 })
  })

  test('trusts the browser that it is offline, not that it is online', () => {
    const down = after(ours, { kind: 'link', isUp: false })
    expect(down).toMatchObject({ status: 'offline', reason: 'no-link' })
    expect(after({ kind: 'link', isUp: false }, { kind: 'link', isUp: true }).status).toBe(
      'offline',
    )
  })

  test('is online again after one response', () => {
    expect(after({ kind: 'link', isUp: false }, ours)).toMatchObject({
      status: 'online',
      since: 2000,
    })
  })

  test.each([502, 503, 504])(
    'stays online if a gateway responds with %s, and is degraded',
    (status) => {
      expect(after({ ...ours, status })).toMatchObject({ status: 'online', reason: 'server' })
    },
  )

  test('is online after an error of the store itself', () => {
    expect(after({ ...ours, status: 500 })).toEqual({ status: 'online', since: 1000, at: 1000 })
  })

  test('stays offline for the reason known first, whatever fails then', () => {
    for (const kind of ['failed', 'slow', 'probe-failed'] as const)
      expect(after({ kind: 'link', isUp: false }, { kind })).toEqual({
        status: 'offline',
        reason: 'no-link',
        since: 1000,
        at: 2000,
      })
  })

  test('is offline by timeout if a probe fails after a slow response', () => {
    expect(after({ kind: 'slow' }, { kind: 'probe-failed' }).reason).toBe('timeout')
    expect(after({ kind: 'failed' }, { kind: 'slow' }).status).toBe('degraded')
  })

  test('is in doubt exactly while degraded or offline', () => {
    expect(needsProbe(after({ kind: 'failed' }))).toBe(true)
    expect(needsProbe(after({ kind: 'probe-failed' }))).toBe(true)
    expect(needsProbe(after(ours))).toBe(false)
  })

  test('counts simultaneous events', () => {
    const known = after(ours)
    expect(reduceConnectivity(known, { kind: 'link', isUp: false, at: 1000 }).status).toBe(
      'offline',
    )
  })

  test('ignores older evidence', () => {
    const known = after(ours, ours)
    expect(reduceConnectivity(known, { kind: 'link', isUp: false, at: 500 })).toBe(known)
  })
})

test('probes become less frequent, with jitter [pwa.7]', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 99].map((turn) => probePauseMs(turn, 0.5) / 1000)).toEqual([
    0, 1, 2, 4, 8, 15, 30, 30,
  ])
  expect(probePauseMs(6, 0)).toBe(24_000)
  expect(probePauseMs(6, 1)).toBeCloseTo(36_000)
})

describe('probing the store [pwa.7]', () => {
  test('bypasses every cache, follows no redirect and sends no personal data', async () => {
    const network = vi.fn(async () => new Response('ok', { headers: { 'x-api': '1' } }))
    vi.stubGlobal('fetch', network)
    const times = [1000, 1000, 1500]

    const evidence = await probe(() => times.shift() ?? 0)

    expect(evidence).toEqual({ kind: 'response', status: 200, isOurs: true, at: 1000 })
    expect(network).toHaveBeenCalledExactlyOnceWith(
      `/healthz?${(1000).toString(36)}`,
      expect.objectContaining({ cache: 'no-store', credentials: 'omit', redirect: 'manual' }),
    )
  })

  test('counts a response after more than three seconds as slow [pwa.12]', async () => {
    vi.stubGlobal('fetch', async () => new Response('ok', { headers: { 'x-api': '1' } }))
    const taking = (ms: number) => {
      const times = [0, 0, ms]
      return probe(() => times.shift() ?? 0)
    }

    expect(await taking(3000)).not.toHaveProperty('isSlow')
    expect(await taking(3001)).toMatchObject({ kind: 'response', isSlow: true })
  })

  test('waits six seconds for a response, so that a slow connection is not taken for a lost one [pwa.12]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    vi.stubGlobal('fetch', async () => new Response('ok', { headers: { 'x-api': '1' } }))

    await probe()

    expect(timeout).toHaveBeenCalledExactlyOnceWith(6000)
  })

  test('recognises a foreign response', async () => {
    vi.stubGlobal('fetch', async () => new Response('Sign in to this hotel'))

    expect(await probe()).toMatchObject({ kind: 'response', isOurs: false })
  })

  test('fails without a response', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

    expect(await probe(() => 7)).toEqual({ kind: 'probe-failed', at: 7 })
  })
})

test.each([
  ['the login page of a network', 200, 'text/html', true],
  ['a redirect to a login page', 302, 'text/html', true],
  ['a network that asks for a login', 511, 'text/html', true],
  ['an error page of a gateway', 400, 'text/html', false],
  ['a response in JSON', 200, 'application/json; charset=utf-8', false],
])('%s is a captive portal: %s %s %s [pwa.7]', (...given) => {
  const [, status, type, isPortal] = given
  expect(isPortalResponse(new Response('', { status, headers: { 'Content-Type': type } }))).toBe(
    isPortal,
  )
})

test('a response of the store is not a captive portal, and a response without a type may be one [pwa.7]', () => {
  const html = { 'Content-Type': 'text/html' }
  expect(isPortalResponse(new Response('', { headers: { ...html, 'x-api': '1' } }))).toBe(false)
  expect(isPortalResponse(new Response(null))).toBe(true)
})
