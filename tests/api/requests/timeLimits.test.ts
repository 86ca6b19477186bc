import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { orders } from '#server/database/schema/orders.ts'
import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import { test as deliveredTest } from '#tests/support/api/tests/deliveredTest.ts'
import { aPhone, addToCart } from '#tests/support/shopper/givens.ts'
import { call, otpOf, wrongOtpOf } from '#tests/support/api/tests/loginTest.ts'
import {
  startPayment,
  startedPaymentOf,
  payInWindow,
  sweep,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { sandboxKeys } from '#tests/support/api/testDeps.ts'

/**
 * Periods, tested just before and just after their end. The times are literals, so that a rule
 * changed by accident fails a test.
 */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Given = {
  phone: string
  /** Sets the clock to this time after the beginning of the test. */
  at: (ms: number) => void
  login: () => Promise<Response>
  verify: (otp: string) => Promise<Response>
}

const test = deliveredTest.extend<Given>({
  phone: async ({}, use) => use(aPhone()),
  at: async ({}, use) => {
    const startMs = Date.now()
    setClock(() => new Date(startMs))
    await use((ms) => setClock(() => new Date(startMs + ms)))
  },
  login: async ({ api, phone }, use) =>
    use(async () => call(api, 'login', { contactNumber: phone })),
  verify: async ({ api, phone }, use) =>
    use(async (otp) => call(api, 'verify-otp', { contactNumber: phone, otp })),
})

describe('an OTP', () => {
  test('is valid for five minutes [login.2]', async ({ at, login, verify, deps }) => {
    at(0)
    await login()
    at(5 * minute)
    const late = await verify(otpOf(deps))
    at(5 * minute - second)
    const inTime = await verify(otpOf(deps))

    expect([late.status, inTime.status]).toEqual([400, 200])
  })

  test('may be tried five times [safe.4]', async ({ at, login, verify, deps }) => {
    const guess = async (wrong: number) => {
      for (let n = 0; n < wrong; n++) await verify(wrongOtpOf(deps))
      return (await verify(otpOf(deps))).status
    }
    at(0)
    await login()
    expect(await guess(5)).toBe(429)
    at(30 * second)
    await login()
    expect(await guess(4)).toBe(200)
  })

  test('can be requested again after 30, 60, 120 and then each 240 seconds, not a second earlier [login.2]', async ({
    at,
    login,
    deps,
  }) => {
    let now = 0
    at(now)
    const waits = []
    for (const expected of [30, 60, 120, 240, 240]) {
      const { result } = await (await login()).json()
      waits.push(result.resendAfterSeconds)
      at(now + expected * second - 1)
      expect((await login()).status).toBe(429)
      now += expected * second
      at(now)
    }

    expect(waits).toEqual([30, 60, 120, 240, 240])
    expect(deps.sent).toHaveLength(5)
  })

  test('can be requested again after 30 seconds once an hour has passed [login.2]', async ({
    at,
    login,
  }) => {
    const waitAt = async (ms: number) => {
      at(ms)
      return (await (await login()).json()).result.resendAfterSeconds
    }

    expect(await waitAt(0)).toBe(30)
    expect(await waitAt(hour)).toBe(60)
    expect(await waitAt(2 * hour + second)).toBe(30)
  })

  test('is not sent for an hour after twenty wrong ones in a row [safe.4]', async ({
    at,
    login,
    verify,
    deps,
  }) => {
    let now = 0
    for (let guesses = 0; guesses < 20; guesses++) {
      if (guesses % 5 === 0) {
        at((now += 5 * minute))
        expect((await login()).status).toBe(200)
      }
      await verify(wrongOtpOf(deps))
    }
    at(now + hour - second)
    expect((await login()).status).toBe(429)
    at(now + hour)
    expect((await login()).status).toBe(200)
  })

  test('that has expired can be guessed without locking the number [safe.4]', async ({
    at,
    login,
    verify,
  }) => {
    at(0)
    await login()
    at(5 * minute)
    for (let guesses = 0; guesses < 20; guesses++) expect((await verify('123456')).status).toBe(400)

    expect((await login()).status).toBe(200)
  })

  test('can be requested after nineteen wrong ones, and a right one resets the count [safe.4]', async ({
    at,
    login,
    verify,
    deps,
  }) => {
    let now = 0
    for (let guesses = 0; guesses < 19; guesses++) {
      if (guesses % 5 === 0) {
        at((now += 5 * minute))
        await login()
      }
      await verify(wrongOtpOf(deps))
    }
    at((now += 5 * minute))
    expect((await login()).status).toBe(200)

    expect((await verify(otpOf(deps))).status).toBe(200)
    await login()
    await verify(wrongOtpOf(deps))
    at(now + 5 * minute)
    expect((await login()).status).toBe(200)
  })

  test('lets a new number sign up within ten minutes [login.3]', async ({
    api,
    at,
    login,
    phone,
    verify,
    deps,
  }) => {
    at(0)
    await login()
    const { result } = await (await verify(otpOf(deps))).json()
    const about = { firstName: 'Asha', gender: 'female', dateOfBirth: '1994-05-17' }
    const signUp = () =>
      call(api, 'signup', { ...about, contactNumber: phone, signupToken: result.signupToken })

    at(10 * minute)
    const late = await signUp()
    at(10 * minute - second)
    const inTime = await signUp()

    expect([late.status, inTime.status]).toEqual([400, 200])
  })
})

describe('a session', () => {
  test('ends after 14 days without use [login.7]', async ({ api, at, db, me }) => {
    at(0)
    const [used, unused] = [await openSession(db, me.userId), await openSession(db, me.userId)]
    const sendRequest = async (token: string) =>
      (await api.request('/api/address', withToken(token))).status

    at(14 * day - second)
    expect(await sendRequest(used)).toBe(200)
    at(14 * day)
    expect(await sendRequest(unused)).toBe(401)
    at(28 * day - 2 * second)
    expect(await sendRequest(used)).toBe(200)
  })

  test('ends after 30 days, however often it was used [login.7]', async ({ api, at, db, me }) => {
    at(0)
    const token = await openSession(db, me.userId)
    const sendRequest = async () => (await api.request('/api/address', withToken(token))).status
    for (const days of [10, 20]) {
      at(days * day)
      await sendRequest()
    }

    at(30 * day - second)
    expect(await sendRequest()).toBe(200)
    at(30 * day)
    expect(await sendRequest()).toBe(401)
  })
})

describe('an order that awaits payment', () => {
  test('reserves its items for 15 minutes [order.8] [checkout.10]', async ({
    api,
    at,
    db,
    me,
    kurta,
    readStock,
  }) => {
    at(0)
    await addToCart(db, me.userId, { productId: kurta })
    await startPayment(api, me)
    const before = await readStock()

    at(15 * minute - second)
    await sweep(db)
    expect(await readStock()).toEqual(before)
    at(15 * minute)
    await sweep(db)
    expect(await readStock()).toEqual({ ...before, M: (before.M ?? 0) + 1 })
  })

  test('reserves them for longer when it is tried again, up to 45 minutes [order.8]', async ({
    api,
    at,
    db,
    me,
    kurta,
  }) => {
    at(0)
    await addToCart(db, me.userId, { productId: kurta })
    const first = startedPaymentOf(await startPayment(api, me)).order._id
    const again = async (minutes: number) => {
      at(minutes * minute)
      return startedPaymentOf(await startPayment(api, me)).order._id
    }

    expect([await again(14), await again(28), await again(30)]).toEqual([first, first, first])
    expect(await again(31)).not.toBe(first)
  })

  test('extends the reservation once if the provider cannot be reached [order.8] [checkout.10]', async ({
    api,
    at,
    db,
    me,
    kurta,
    readStock,
  }) => {
    at(0)
    await addToCart(db, me.userId, { productId: kurta })
    await startPayment(api, me)
    const before = await readStock()
    const unreachable = razorpay(sandboxKeys, {
      name: 'sandbox',
      pauseMs: 0,
      fetch: () => new Response(null, { status: 503 }),
    })
    const sweepWithoutProvider = () => sweepPayments(db, unreachable).catch(() => undefined)

    at(30 * minute - second)
    await sweepWithoutProvider()
    expect(await readStock()).toEqual(before)
    at(30 * minute)
    await sweepWithoutProvider()
    expect(await readStock()).toEqual({ ...before, M: (before.M ?? 0) + 1 })
  })

  test('that is paid in the last second is placed [checkout.10]', async ({
    api,
    at,
    db,
    me,
    kurta,
  }) => {
    at(0)
    await addToCart(db, me.userId, { productId: kurta })
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    await payInWindow(api, startedPayment)
    at(15 * minute)
    await sweep(db)

    const [order] = await db.select().from(orders).where(eq(orders.id, startedPayment.order._id))
    expect(order).toMatchObject({
      checkoutStatus: 'completed',
      paymentStatus: 'paid',
      status: 'Accepted',
    })
  })
})

describe('a delivered item', () => {
  const requests = {
    return: ({ orderId, lineId }: { orderId: string; lineId: string }) => ({
      orderId,
      returnData: [{ orderItemId: lineId, returnReason: 'Other' }],
      action: 'returnProduct',
    }),
    exchange: ({ orderId, lineId }: { orderId: string; lineId: string }, kurta: string) => ({
      orderId,
      orderItemIdToExchange: lineId,
      exchangeProductId: kurta,
      size: 'L',
    }),
  }

  test.for(['return', 'exchange'] as const)(
    'can be returned for 24 hours: %s [order.4]',
    async (kind, { at, delivered, kurta, send }) => {
      const requestReturn = () => send('PATCH', `orders/${kind}`, requests[kind](delivered, kurta))
      at(24 * hour + second)
      const late = await requestReturn()
      at(24 * hour - second)
      const inTime = await requestReturn()

      expect([late.status, inTime.status]).toEqual([409, 200])
    },
  )
})

describe('a response to an Idempotency-Key', () => {
  test('is replayed for 24 hours [checkout.8]', async ({ api, at, me, send }) => {
    const address = { street: '1 MG Road', city: 'Indore', label: 'work' }
    const add = async () => {
      const request = withToken(me.token, 'POST', address)
      const headers = { ...request.headers, 'Idempotency-Key': 'the-same-key' }
      await api.request('/api/address/add', { ...request, headers })
      return ((await send('GET', 'address')).response as { address: unknown[] }).address.length
    }
    at(0)
    const first = await add()
    at(24 * hour - second)
    expect(await add()).toBe(first)
    at(24 * hour)
    expect(await add()).toBe(first + 1)
  })
})
