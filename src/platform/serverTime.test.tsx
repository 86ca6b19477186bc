import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { clockTime } from '#contract/values/indianTime.ts'
import { request } from './api/http.ts'
import { useNow } from './rendering/useNow.ts'

/** The server's time. The responses of `respondAt` carry it, whatever the device's clock says. */
const server = new Date('2026-11-25T12:02:30+05:30')

async function loadClock() {
  vi.resetModules()
  return import('./serverTime.ts')
}

function aResponse(headers: Record<string, string> = {}) {
  const usual = { 'x-api': '1', 'Cache-Control': 'no-store', Date: server.toUTCString() }
  return new Response('{}', { headers: { ...usual, ...headers } })
}

const setDeviceClock = (offsetMs: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: server.getTime() + offsetMs })

const minute = 60_000

type Observed = { offsetMs?: number; tookMs?: number; cacheControl?: string; dropped?: string }
const none: Observed = {}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.useRealTimers())

test.each([
  ['10 h behind', -600 * minute],
  ['3 days ahead', 3 * 24 * 60 * minute],
  ['7 min ahead', 7 * minute],
])('a device whose clock is %s shows the server’s time', async (_, offsetMs) => {
  setDeviceClock(offsetMs)
  const { observeServerTime, serverNowMs } = await loadClock()

  observeServerTime(aResponse(), Date.now() - 200)

  expect(Math.abs(serverNowMs() - server.getTime())).toBeLessThanOrEqual(1000)
  const { serverNowMs: afterReload } = await loadClock()
  expect(Math.abs(afterReload() - server.getTime())).toBeLessThanOrEqual(1000)
})

test.each([
  ['a correct clock and a quick response', { offsetMs: 0, tookMs: 50 }],
  [
    'a clock that may be right, because the response was slow',
    { offsetMs: 20_000, tookMs: 25_000 },
  ],
  ['a response from a cache', { cacheControl: 'max-age=600' }],
  ['a response of a captive portal', { dropped: 'x-api' }],
  ['a response without a date', { dropped: 'Date' }],
])('%s corrects nothing', async (_, given) => {
  const {
    offsetMs = 7 * minute,
    tookMs = 50,
    cacheControl = 'no-store',
    dropped,
  } = { ...none, ...given }
  setDeviceClock(offsetMs)
  const { observeServerTime, serverNowMs } = await loadClock()
  const response = aResponse({ 'Cache-Control': cacheControl })
  if (dropped) response.headers.delete(dropped)

  observeServerTime(response, Date.now() - tookMs)

  expect(serverNowMs()).toBe(Date.now())
  expect(sessionStorage).toHaveLength(0)
})

test('the time on the screen is corrected by any response of the store', async () => {
  setDeviceClock(-95 * minute)
  vi.stubGlobal('fetch', async () => aResponse())
  const Clock = () => {
    const now = useNow()
    return <p>{now && clockTime(now)}</p>
  }
  render(<Clock />)
  expect(screen.getByText('10:27 am')).toBeVisible()

  await act(async () => void (await request(calls.readStore)))

  expect(screen.getByText('12:02 pm')).toBeVisible()
})
