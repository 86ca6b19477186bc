import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { idempotencyKeys } from '#server/database/schema/operations.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  orderRequest,
  readCart,
  placeOrder,
  test as checkoutTest,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aPhone, aUser, addToCart, onSale, saveAddress } from '#tests/support/shopper/givens.ts'
import { cash, rateLimitedDeps } from '#tests/support/api/tests/limitTest.ts'
import { loginFrom, advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

/**
 * Limits on how many of something may exist. The numbers are literals, so that a changed rule fails
 * a test.
 */
const minute = 60_000
const hour = 60 * minute

type Limited = {
  /** The same store, with its rate limits on. */
  strict: App
  /** Sends the same request several times and returns the statuses. */
  times: (count: number, request: (nth: number) => Promise<Response>) => Promise<number[]>
}

const test = checkoutTest.extend<Limited>({
  strict: async ({ db }, use) => use(createTestApi(db, rateLimitedDeps())),
  times: async ({}, use) =>
    use(async (count, request) => {
      const statuses: number[] = []
      for (let nth = 0; nth < count; nth++) {
        const response = await request(nth)
        statuses.push(response.status)
        await response.body?.cancel()
      }
      return statuses
    }),
})

/** Expects this many accepted requests and then a refused one. */
const allowed = (count: number, ok = 200, refused = 429) => [
  ...Array<number>(count).fill(ok),
  refused,
]

describe('OTPs', () => {
  test('are sent to a number at most ten times a day and five times an hour [safe.4]', async ({
    strict,
    times,
  }) => {
    const phone = aPhone()
    // Five in the first hour, and the other five in later hours.
    const at = (nth: number) => (nth < 5 ? nth * 4 * minute : (nth - 3) * hour)
    const requestOtp = (nth: number) => {
      advanceClock(at(nth))
      return Promise.resolve(loginFrom(strict, phone, `10.0.1.${nth}`))
    }

    expect(await times(11, requestOtp)).toEqual(allowed(10))
    advanceClock(24 * hour)
    expect((await loginFrom(strict, phone, '10.0.1.99')).status).toBe(200)
  })

  test('are sent to one IPv6 network at most thirty times an hour [safe.4]', async ({
    strict,
    times,
  }) => {
    const phones = Array.from({ length: 10 }, aPhone)
    const requestOtp = (nth: number) => {
      advanceClock(Math.floor(nth / 10) * 2 * minute)
      return Promise.resolve(loginFrom(strict, phones[nth % 10] ?? '', '2001:db8:2::2'))
    }

    expect(await times(31, requestOtp)).toEqual(allowed(30))
  })
})

describe('a bag', () => {
  test('contains at most eight of one size [bag.5]', async ({ api, db, me, times }) => {
    const productId = await onSale(db, { stock: { M: 20 } })
    const itemId = await addToCart(db, me.userId, { productId, size: 'M' })
    const quantities = [8, 9, 0, -1, 1.5]

    const added = await times(quantities.length, async (nth) => {
      const body = { userId: me.userId, productId, size: 'M', quantity: quantities[nth] }
      return api.request('/api/cart/add', withToken(me.token, 'POST', body))
    })
    const changed = await times(quantities.length, async (nth) => {
      const body = { userId: me.userId, itemId, quantity: quantities[nth] }
      return api.request('/api/cart/update', withToken(me.token, 'PUT', body))
    })

    expect(added).toEqual([200, 400, 400, 400, 400])
    expect(changed).toEqual([200, 400, 400, 400, 400])
    expect((await readCart(api, me)).products).toMatchObject([{ quantity: 8 }])
  })

  test('contains at most fifty lines [bag.1]', async ({ api, db, me, times }) => {
    const sizes = Array.from({ length: 51 }, (_, nth) => `${nth}`)
    const stock = Object.fromEntries(sizes.map((size) => [size, 2]))
    const productId = await onSale(db, { stock })
    for (const size of sizes.slice(0, 49)) await addToCart(db, me.userId, { productId, size })

    const statuses = await times(2, async (nth) => {
      const body = { userId: me.userId, productId, size: sizes[49 + nth] }
      return api.request('/api/cart/add', withToken(me.token, 'POST', body))
    })
    const more = { userId: me.userId, productId, size: sizes[0] }
    const ofOne = await api.request('/api/cart/add', withToken(me.token, 'POST', more))

    expect(statuses).toEqual([200, 409])
    // Increasing a quantity does not add a line.
    expect(ofOne.status).toBe(200)
  })
})

test('a customer has at most ten sessions, and the least recently used one ends [login.7]', async ({
  api,
  db,
  me,
}) => {
  const tokens: string[] = []
  for (let n = 0; n < 12; n++) {
    advanceClock(n * minute)
    tokens.push(await openSession(db, me.userId))
  }
  const statuses = await Promise.all(
    tokens.map(async (token) => (await api.request('/api/address', withToken(token))).status),
  )

  expect(statuses).toEqual([401, 401, ...Array<number>(10).fill(200)])
})

test('an account has at most fifty addresses', async ({ api, db, me, times }) => {
  for (let more = 1; more < 49; more++) await saveAddress(db, me.userId)
  const body = { street: '1 MG Road', city: 'Indore', label: 'work' }

  const statuses = await times(2, async () =>
    api.request('/api/address/add', withToken(me.token, 'POST', body)),
  )

  expect(statuses).toEqual([200, 409])
})

test('an Idempotency-Key has 8 to 128 characters [checkout.8]', async ({ api, me, times }) => {
  const lengths = [7, 8, 128, 129]
  const statuses = await times(lengths.length, async (nth) => {
    const request = withToken(me.token, 'PUT', { firstName: 'Asha', lastName: '', email: '' })
    const key = 'k'.repeat(lengths[nth] ?? 0)
    return api.request('/api/user/profile', {
      ...request,
      headers: { ...request.headers, 'Idempotency-Key': key },
    })
  })

  expect(statuses).toEqual([400, 200, 200, 400])
})

test('a customer has at most five hundred stored responses, the newest ones [checkout.8] [safe.4]', async ({
  api,
  db,
  me,
}) => {
  const stored = Array.from({ length: 500 }, (_, nth) => ({
    userId: me.userId,
    key: `stored-before-${nth}`,
    call: 'PUT /api/user/profile',
    bodyHash: '',
    state: 'done' as const,
    expiresAt: new Date(Date.now() + hour + nth),
  }))
  await db.insert(idempotencyKeys).values(stored)
  const profile = { firstName: 'Asha', lastName: '', email: '' }

  for (let nth = 0; nth < 100; nth++) {
    const request = withToken(me.token, 'PUT', profile)
    const headers = { ...request.headers, 'Idempotency-Key': `stored-now-${nth}` }
    expect((await api.request('/api/user/profile', { ...request, headers })).status).toBe(200)
  }

  const mine = eq(idempotencyKeys.userId, me.userId)
  await vi.waitFor(async () => expect(await db.$count(idempotencyKeys, mine)).toBe(500))
  const kept = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(mine)
  expect(kept.filter(({ key }) => key.startsWith('stored-now'))).toHaveLength(100)
})

test('a body has at most 32 KB [safe.3]', async ({ api, me, times }) => {
  const sizes = [32 * 1024, 32 * 1024 + 1]
  const frame = JSON.stringify({ firstName: 'Asha', lastName: '', email: '', more: '' }).length
  const statuses = await times(sizes.length, async (nth) => {
    const more = 'x'.repeat((sizes[nth] ?? 0) - frame)
    const body = { firstName: 'Asha', lastName: '', email: '', more }
    return api.request('/api/user/profile', withToken(me.token, 'PUT', body))
  })

  expect(statuses).toEqual([200, 413])
})

describe('cash on delivery', () => {
  test.for([
    [10_000_00, 200],
    [10_000_01, 409],
  ] as const)(
    'for an order of %i paise gets %i [checkout.1]',
    async ([pricePaise, status], { strict, db, me }) => {
      const productId = await onSale(db, { pricePaise, mrpPaise: pricePaise })
      await addToCart(db, me.userId, { productId })
      const body = orderRequest(me, await readCart(strict, me), { paymentMethod: cash })

      expect((await placeOrder(strict, me, { body })).status).toBe(status)
    },
  )
})

test.for([
  [99, 409],
  [100, 200],
] as const)(
  'a payment of %i paise gets %i [checkout.6]',
  async ([pricePaise, status], { api, db, me }) => {
    await addToCart(db, me.userId, { productId: await onSale(db, { pricePaise }) })
    const body = orderRequest(me, await readCart(api, me), { paymentMethod: 'prepaid' })

    expect((await placeOrder(api, me, { body })).status).toBe(status)
  },
)

test('a payment link is sent at most five times a day for an order, and ten times to a customer [order.2]', async ({
  api,
  strict,
  db,
  me,
  kurta,
}) => {
  let sends = 0
  const order = async () => {
    await addToCart(db, me.userId, { productId: kurta })
    const { response } = await placeOrder(api, me, {
      body: orderRequest(me, await readCart(api, me)),
    })
    return (response.result as { order: { _id: string } }).order._id
  }
  const requestLink = async (orderId: string) => {
    advanceClock(sends++ * minute)
    const path = `/api/orders/send-payment-link/${orderId}`
    return strict.request(path, withToken(me.token))
  }
  const [first, second, third] = [await order(), await order(), await order()]

  const ofFirst = []
  for (let nth = 0; nth < 6; nth++) ofFirst.push((await requestLink(first)).status)
  const ofSecond = []
  for (let nth = 0; nth < 5; nth++) ofSecond.push((await requestLink(second)).status)

  expect(ofFirst).toEqual(allowed(5))
  expect(ofSecond).toEqual(Array(5).fill(200))
  const tooMany = await requestLink(third)
  expect(tooMany.status).toBe(429)
  expect(await tooMany.json()).toMatchObject({
    msg: 'You’ve reached today’s limit for payment links. You can pay by UPI on delivery.',
  })
})

test('a customer can export their data five times a day [law.1]', async ({
  strict,
  db,
  me,
  times,
}) => {
  const exportData = async () => strict.request('/api/user/export', withToken(me.token))

  expect(await times(6, exportData)).toEqual(allowed(5))
  expect(await (await exportData()).json()).toMatchObject({
    msg: 'You’ve reached today’s limit for downloads. Please try again tomorrow.',
  })
  const ravi = await aUser(db)
  expect((await strict.request('/api/user/export', withToken(ravi.token))).status).toBe(200)
})

test('a customer can write twenty reviews a day [product.8] [safe.4]', async ({
  strict,
  db,
  me,
  kurta,
  times,
}) => {
  const reviewBy = (token: string) => () =>
    Promise.resolve(
      strict.request(`/api/products/${kurta}/reviews`, withToken(token, 'POST', { stars: 5 })),
    )

  // Attempts count too, so that nobody can find out what others have bought.
  expect(await times(21, reviewBy(me.token))).toEqual(allowed(20, 409))
  expect(await (await reviewBy(me.token)()).json()).toMatchObject({
    msg: 'You’ve reached today’s limit for reviews. Please try again tomorrow.',
  })
  const ravi = await aUser(db)
  expect((await reviewBy(ravi.token)()).status).toBe(409)
})

test('an address can report the web vitals of six hundred pages an hour [ops.3]', async ({
  strict,
  times,
}) => {
  const report = (address: string) => () => {
    const request = jsonRequest('POST', { page: 'home', metrics: [] })
    const headers = { ...request.headers, 'X-Forwarded-For': address }
    return Promise.resolve(strict.request('/api/vitals', { ...request, headers }))
  }

  expect(await times(601, report('198.51.100.9'))).toEqual(allowed(600, 204))
  expect((await report('198.51.100.10')()).status).toBe(204)
})

test('a rate-limit refusal is not stored: the same key succeeds later [checkout.8]', async ({
  strict,
  me,
  kurta,
  times,
}) => {
  const sendWithKey = async (key: string) => {
    const request = withToken(me.token, 'POST', { kind: 'price' })
    const headers = { ...request.headers, 'Idempotency-Key': key }
    return strict.request(`/api/products/${kurta}/notify`, { ...request, headers })
  }
  await times(100, (nth) => sendWithKey(`notice-${nth}`))
  const tooFast = await sendWithKey('the-same-key')
  advanceClock(hour + 1000)

  expect(tooFast.status).toBe(429)
  expect((await sendWithKey('the-same-key')).status).toBe(200)
})

test('a customer can subscribe to a hundred product alerts an hour [product.7]', async ({
  strict,
  db,
  me,
  kurta,
  times,
}) => {
  const sendRequest = async () =>
    strict.request(`/api/products/${kurta}/notify`, withToken(me.token, 'POST', { kind: 'price' }))

  expect(await times(101, sendRequest)).toEqual(allowed(100))
  expect(await (await sendRequest()).json()).toMatchObject({
    msg: 'You’ve reached the limit for notifications. Please try again later.',
  })
  const ravi = await aUser(db)
  const body = { kind: 'price' }
  expect(
    (await strict.request(`/api/products/${kurta}/notify`, withToken(ravi.token, 'POST', body)))
      .status,
  ).toBe(200)
})
