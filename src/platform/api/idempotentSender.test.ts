import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from './apiError.ts'
import { createIdempotentSender } from './idempotentSender.ts'

const minuteMs = 60_000
let sendOnce = createIdempotentSender()

beforeEach(() => {
  vi.useFakeTimers()
  sendOnce = createIdempotentSender({ keyLifetimeMs: minuteMs })
})
afterEach(() => void vi.useRealTimers())

/** An attempt that fails with the given error, or succeeds; returns its idempotency key. */
async function attempt(change: string, code?: ApiError['code']): Promise<string> {
  let sent = ''
  const send = async (key: string) => {
    sent = key
    if (code) throw new ApiError(code, new Error(code))
  }
  await sendOnce([change], send).catch(() => undefined)
  return sent
}

test.each(['offline', 'unexpected', 'unavailable', 'conflict', 'too_many'] as const)(
  'after "%s" the same change is sent with the same key, so that it is applied once [checkout.8]',
  async (code) => {
    const first = await attempt(`after ${code}`, code)

    expect(await attempt(`after ${code}`)).toBe(first)
  },
)

test('after a response the next change gets a new key', async () => {
  const first = await attempt('succeeded')

  expect(await attempt('succeeded')).not.toBe(first)
})

test('a refusal is a response too', async () => {
  const first = await attempt('refused', 'out_of_stock')

  expect(await attempt('refused')).not.toBe(first)
})

test('another change has its own key', async () => {
  const first = await attempt('one size', 'offline')

  expect(await attempt('another size')).not.toBe(first)
})

test('the same change gets a new key once the old one has expired', async () => {
  const first = await attempt('later', 'offline')
  vi.advanceTimersByTime(59_999)
  const second = await attempt('later', 'offline')
  vi.advanceTimersByTime(1)

  expect(second).toBe(first)
  expect(await attempt('later')).not.toBe(first)
})

test('without a limit a change keeps its key as long as its sender exists', async () => {
  sendOnce = createIdempotentSender()
  const first = await attempt('much later', 'offline')
  vi.advanceTimersByTime(60 * minuteMs)

  expect(await attempt('much later', 'offline')).toBe(first)
  sendOnce = createIdempotentSender()
  expect(await attempt('much later')).not.toBe(first)
})
