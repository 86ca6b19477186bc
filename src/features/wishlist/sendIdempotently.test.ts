import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '#platform/api/apiError.ts'
import { sendIdempotently } from '#features/wishlist/wishlistApi.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An attempt that fails with the given error, or succeeds; returns its idempotency key. */
async function attempt(change: string, code?: ApiError['code']): Promise<string> {
  let sent = ''
  const send = async (key: string) => {
    sent = key
    if (code) throw new ApiError(code, new Error(code))
  }
  await sendIdempotently([change], send).catch(() => undefined)
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

test('a minute later it gets a new key', async () => {
  const first = await attempt('later', 'offline')
  vi.advanceTimersByTime(59_999)
  const second = await attempt('later', 'offline')
  vi.advanceTimersByTime(1)

  expect(second).toBe(first)
  expect(await attempt('later')).not.toBe(first)
})
