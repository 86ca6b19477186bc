import { act, renderHook } from '@testing-library/react'
import { get } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { saveSession } from '#platform/session/session.ts'
import { aUser, paise } from '#tests/support/shopper/builders.ts'
import {
  checkoutAtom,
  type Paying,
  paymentOf,
  startPaying,
  startPlacing,
} from '#features/checkout/checkoutRecord.ts'
import { usePlaceOrder } from '#features/checkout/usePlaceOrder.ts'

const orderInput = {
  userId: 'asha',
  addressId: 'home-1',
  cart_item_ids: [{ _id: 'line-1', purchaseType: 'Standard' as const, size: 'M' }],
  totalAmount: paise(999_00),
  paymentMethod: 'prepaid' as const,
}
const order = {
  _id: 'order-1',
  orderID: 'PEH-KAB55N',
  orderSlug: 'peh-kab55n',
  amount: paise(999_00),
}
const paymentOrder = {
  _id: 'order-1',
  orderID: 'PEH-KAB55N',
  orderSlug: 'peh-kab55n',
  razorpayOrderId: 'order_IEIaMR65cu6nz3',
  amount: 999_00,
  currency: 'INR',
  key: 'rzp_test_1',
  provider: 'sandbox',
}
const signed = {
  razorpay_payment_id: 'pay_IH4NVgf4Dreq1l',
  razorpay_order_id: 'order_IEIaMR65cu6nz3',
  razorpay_signature: '0'.repeat(64),
}

type Options = {
  handler: (response: typeof signed) => void
  modal: { ondismiss: () => void }
  theme: { color: string }
  currency: string
  amount: number
}

/** The provider's window and what the shopper does in it. */
function windowThat(acts: (options: Options) => void) {
  const seen: Options[] = []
  class Razorpay {
    readonly options: Options
    constructor(options: Options) {
      this.options = options
    }
    open() {
      seen.push(this.options)
      acts(this.options)
    }
  }
  vi.stubGlobal('Razorpay', Razorpay)
  return seen
}

/** The server's responses by the end of a call's path. */
function respondWith(more: Record<string, { status: number; body: object }>) {
  const requests: string[] = []
  const responses: typeof more = {
    checkout: {
      status: 200,
      body: { success: true, status: 200, result: { order, paymentOrder } },
    },
    'payment/order-1': { status: 200, body: stateIs('waiting') },
    ...more,
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    const name = Object.keys(responses).find((end) => pathname.endsWith(end)) ?? ''
    requests.push(name)
    const { status, body } = responses[name] ?? { status: 404, body: {} }
    return Response.json(body, { status, headers: { 'x-api': '1' } })
  })
  return requests
}
const stateIs = (state: string) => ({ success: true, result: { state, order } })
const verified = {
  status: 200,
  body: { success: true, status: 200, result: { data: { orderID: 'PEH-KAB55N' } } },
}

/**
 * Waits with real time, because the pauses depend on IndexedDB, which fake timers do not control.
 */
async function passTime(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => (isDone = true))
  while (!isDone) {
    await vi.runAllTimersAsync()
    await new Promise((done) => setImmediate(done))
  }
}

/** Taps the button and returns the final state. */
async function place() {
  const { result } = renderHook(() => usePlaceOrder())
  await act(async () => {
    await passTime(result.current.place(orderInput, '12 Palm Residency'))
  })
  return result.current
}

beforeEach(async () => {
  await clearPersisted()
  localStorage.clear()
  saveSession(aUser())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

test('a verified payment places the order [checkout.6]', async () => {
  const windows = windowThat(({ handler }) => handler(signed))
  const requests = respondWith({ 'verify-payment-prepaid': verified })

  const { problem } = await place()

  expect(problem).toBeUndefined()
  expect(windows[0]).toMatchObject({ currency: 'INR', amount: 999_00, theme: { color: '#57d9ae' } })
  expect(requests).toContain('verify-payment-prepaid')
  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({ state: 'placed', order })
  // The request has not left the device, so nobody waits for it.
  await vi.waitFor(async () => expect(await get('checkout')).toMatchObject({ state: 'placed' }))
})

test('closing the window cancels the payment, which is stored in case it was paid [checkout.6] [checkout.10]', async () => {
  windowThat(({ modal }) => modal.ondismiss())
  respondWith({})

  const { problem, phase } = await place()

  expect(problem?.text).toBe('Your payment was cancelled.')
  expect(phase).toBe('idle')
  expect(await get('checkout')).toMatchObject({ state: 'paying', order, end: 'dismissed' })
})

test('a payment window that fails to open is reported [checkout.6]', async () => {
  windowThat(() => {
    throw new Error('No frame')
  })
  respondWith({})

  const { problem } = await place()

  expect(problem?.text).toBe('Payment initiation failed!')
  expect(await get('checkout')).toBeNull()
})

test.each([
  [{}, 'Payment verification failed!'],
  [{ msg: 'Payment verification failed at the bank!' }, 'Payment verification failed at the bank!'],
])('a failed verification shows the message %j [checkout.6]', async (msg, text) => {
  windowThat(({ handler }) => handler(signed))
  const body = {
    success: false,
    code: 'invalid',
    ...{ msg: 'Payment verification failed!' },
    ...msg,
  }
  respondWith({ 'verify-payment-prepaid': { status: 400, body } })

  const { problem } = await place()

  expect(problem?.text).toBe(text)
})

test('a payment is found if the window closed without a result [checkout.10]', async () => {
  windowThat(() => undefined)
  respondWith({ 'payment/order-1': { status: 200, body: stateIs('paid') } })

  await place()

  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({ state: 'placed', order })
})

test('a payment without a result is polled five times, three seconds apart [checkout.10]', async () => {
  windowThat(({ handler }) => handler(signed))
  const down = { status: 503, body: { success: false, code: 'unavailable', msg: 'Busy' } }
  const requests = respondWith({ 'verify-payment-prepaid': down })
  const { result } = renderHook(() => usePlaceOrder())
  const requestTimesMs: number[] = []
  const stepMs = 100

  await act(async () => {
    let isDone = false
    void result.current.place(orderInput, '12 Palm Residency').finally(() => (isDone = true))
    for (let ms = 0; !isDone; ms += stepMs) {
      await vi.advanceTimersByTimeAsync(stepMs)
      await new Promise((done) => setImmediate(done))
      const count = requests.filter((name) => name === 'payment/order-1').length
      if (count > requestTimesMs.length) requestTimesMs.push(ms)
    }
  })

  expect(result.current.problem).toBeDefined()
  expect(requestTimesMs).toHaveLength(5)
  const pausesMs = requestTimesMs.slice(1).map((ms, nth) => ms - (requestTimesMs[nth] ?? 0))
  for (const pauseMs of pausesMs) expect(Math.abs(pauseMs - 3000)).toBeLessThan(5 * stepMs)
})

test.for([
  ['came too late for the last item', 'refunded'],
  ['came after a later order of the same bag', 'replaced'],
  ['has the wrong amount', 'wrong'],
])('a payment that %s is reported as refunded [checkout.10]', async ([, state]) => {
  windowThat(({ handler }) => handler(signed))
  const down = { status: 503, body: { success: false, code: 'unavailable', msg: 'Busy' } }
  const late = { status: 200, body: stateIs(state ?? '') }
  respondWith({ 'verify-payment-prepaid': down, 'payment/order-1': late })

  const { problem } = await place()

  expect(problem?.text).toContain('refund the full amount')
  expect(getDefaultStore().get(checkoutAtom)).toBeNull()
})

/** A payment whose page was killed. */
const leftPayment = async () =>
  startPaying(await startPlacing(orderInput, '12 Palm Residency'), order)

/** Checks it, as a page does that opens. */
async function check(paying: Paying) {
  const { result } = renderHook(() => usePlaceOrder())
  await act(async () => {
    await passTime(result.current.checkPayment(paying))
  })
  return result.current
}

test('after a reload the payment is polled until it is settled [checkout.10]', async () => {
  const paying = await leftPayment()
  respondWith({ 'payment/order-1': { status: 200, body: stateIs('paid') } })

  await check(paying)

  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({
    state: 'placed',
    order,
    addressText: '12 Palm Residency',
  })
})

test('after a reload the window’s signed result is verified [checkout.10]', async () => {
  const paying = await leftPayment()
  const requests = respondWith({ 'verify-payment-prepaid': verified })

  await check({ ...paying, end: signed })

  expect(requests).toEqual(['verify-payment-prepaid'])
  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({ state: 'placed', order })
})

test.each(['expired', 'refunded', 'cancelled'])(
  'after a reload a payment that is %s ends the order and says so [checkout.10]',
  async (state) => {
    const paying = await leftPayment()
    respondWith({ 'payment/order-1': { status: 200, body: stateIs(state) } })

    const { problem } = await check(paying)

    expect(problem?.text).toBeTruthy()
    expect(await get('checkout')).toBeNull()
  },
)

test('after a reload a payment without a result is kept for the next visit [checkout.10]', async () => {
  const paying = await leftPayment()
  respondWith({})

  const { problem } = await check(paying)

  expect(problem?.text).toContain('still checking your payment')
  expect(await get('checkout')).toEqual(paying)
})

test('a payment in a closed window is mentioned only if it was paid [checkout.6] [checkout.10]', async () => {
  const paying: Paying = { ...(await leftPayment()), end: 'dismissed' }
  respondWith({ 'payment/order-1': { status: 200, body: stateIs('expired') } })
  expect(await check(paying)).toMatchObject({ phase: 'idle', problem: undefined })
  expect(paymentOf(getDefaultStore().get(checkoutAtom) ?? undefined)).toMatchObject({ order })

  respondWith({ 'payment/order-1': { status: 200, body: stateIs('paid') } })
  await check(paying)

  expect(getDefaultStore().get(checkoutAtom)).toMatchObject({ state: 'placed', order })
})
