import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import { complaints, inboxMessages, jobs, rateLimits } from '#server/database/schema/operations.ts'
import { invoices, orderLines, orders, returnPhotos } from '#server/database/schema/orders.ts'
import { payments, webhookEvents } from '#server/database/schema/payments.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { signupTokens, users } from '#server/database/schema/users.ts'
import { refuseAtDoor } from '#server/features/orders/orderOperations.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { dumpOf } from '#tests/support/database/dumpOf.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { otpOf } from '#tests/support/api/tests/loginTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPhone, aUser, addToCart } from '#tests/support/shopper/givens.ts'
import { person, test } from '#tests/support/shopper/storyTest.ts'

test('a deleted account leaves no personal data anywhere [law.1]', async ({
  db,
  phone,
  arrive,
  erase,
}) => {
  await arrive()
  const traces = [phone, ...Object.values(person), '12 Scheme 78', 'My parcel was open']
  const before = await dumpOf(db)
  for (const trace of traces) expect(before).toContain(trace)

  const response = await erase()

  expect(await response.json()).toMatchObject({ success: true })
  const after = await dumpOf(db)
  for (const trace of traces) expect(after).not.toContain(trace)
})

test('orders, invoices and reviews stay without personal data and photos [law.1] [product.8]', async ({
  db,
  arrive,
  erase,
}) => {
  await arrive()

  await erase()

  expect(await db.select().from(orders)).toMatchObject([
    { totalPaise: 999_00, address: { street: '', city: 'Indore', state: 'Madhya Pradesh' } },
  ])
  expect(await db.$count(orderLines)).toBe(1)
  expect(await db.$count(returnPhotos)).toBe(0)
  expect(await db.$count(reviewPhotos)).toBe(0)
  expect(await db.select().from(reviews)).toMatchObject([{ firstName: 'A shopper', words: '' }])
  expect(await db.select().from(complaints)).toMatchObject([{ ticket: 'C-1', name: '' }])
})

test('a refused delivery stays counted for the number and the address, under hashes only [law.1] [safe.4]', async ({
  db,
  orderId,
  erase,
}) => {
  await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
  await refuseAtDoor(db, orderId)

  expect((await erase()).status).toBe(200)

  const kept = await db.select().from(rateLimits).where(like(rateLimits.bucket, 'cash-%'))
  expect(kept.map(({ bucket, count }) => [bucket, count]).sort()).toEqual([
    [expect.stringMatching(/^cash-refusals-at:[\w-]{43}:[\w-]{36}$/), 1],
    [expect.stringMatching(/^cash-refusals:[\w-]{43}:[\w-]{36}$/), 1],
  ])
})

test('all sessions end, and the number can sign up again [law.1]', async ({
  api,
  db,
  me,
  arrive,
  erase,
  phone,
}) => {
  await arrive()

  await erase()

  expect((await api.request('/api/address', withToken(me.token))).status).toBe(401)
  expect(await db.$count(users, sql`contact_number = ${phone}`)).toBe(0)
})

test('deleting an account does not affect another customer [law.1] [safe.2]', async ({
  api,
  db,
  kurta,
  orderId,
  arrive,
  erase,
}) => {
  const contactNumber = aPhone()
  const ravi = await createBuyer(db)
  await db.update(users).set({ contactNumber }).where(eq(users.id, ravi.userId))
  await addToCart(db, ravi.userId, { productId: kurta })
  const body = orderRequest(ravi, await readCart(api, ravi))
  expect((await placeOrder(api, ravi, { body })).status).toBe(200)
  await addToCart(db, ravi.userId, { productId: kurta })
  const { userId } = ravi
  await db.update(orders).set({ receiverName: 'Meera Joshi' }).where(eq(orders.userId, userId))
  await db.insert(wishlistLines).values({ userId, productId: kurta })
  await db.insert(productAlerts).values({ userId, productId: kurta, kind: 'price', pricePaise: 1 })
  const [review] = await db
    .insert(reviews)
    .values({ userId, productId: kurta, size: 'M', stars: 3, words: 'Good', firstName: 'Ravi' })
    .returning()
  const reviewId = review?.id ?? ''
  await db.insert(reviewPhotos).values({ userId, reviewId, picture: Buffer.from('Mirror') })
  await db.insert(returnPhotos).values({ userId, picture: Buffer.from('Hem') })
  const [order] = await db.select().from(orders).where(eq(orders.userId, userId))
  const raviOrder = order?.id ?? ''
  await db
    .update(orderLines)
    .set({ returnReason: 'Size issue', returnPhotos: ['/photos/returns/1'] })
    .where(eq(orderLines.orderId, raviOrder))
  await db.insert(invoices).values({
    ...{ orderId: raviOrder, kind: 'invoice', reference: raviOrder, series: '2026', number: 2 },
    content: { number: '2', buyer: { name: 'Meera Joshi', address: 'Indore' } },
  })
  await db.insert(payments).values(paymentOf(raviOrder, 'order_ravi'))
  await db.insert(payments).values(paymentOf(orderId, 'order_zubeida'))
  await db.insert(webhookEvents).values(eventOf('order_ravi', 'Meera Joshi'))
  await db
    .insert(complaints)
    .values({ ticket: 'C-2', name: 'Ravi', contactNumber, text: 'The hem was loose' })
  const readAll = async () => (await api.request('/api/user/export', withToken(ravi.token))).json()
  const before = await readAll()
  const traces = ['Zubeida', 'Quirinus', 'My parcel was open']
  for (const trace of traces) expect(JSON.stringify(before)).not.toContain(trace)
  await arrive()

  expect((await erase()).status).toBe(200)

  expect(await readAll()).toEqual(before)
  expect(before.result).toMatchObject({
    addresses: [{ street: '12 Scheme 78' }],
    orders: [{ receiverName: 'Meera Joshi', address: { street: '12 Scheme 78' } }],
    cartLines: [{ productId: kurta }],
    wishlist: [{ productId: kurta }],
    reviews: [{ words: 'Good' }],
    productAlerts: [{ kind: 'price' }],
    returnPhotos: [{ userId }],
    reviewPhotos: [{ reviewId, url: expect.stringMatching(/^\/photos\/pending\//) }],
    orderLines: [{ returnReason: 'Size issue' }],
    invoices: [{ content: { buyer: { name: 'Meera Joshi' } } }],
    payments: expect.arrayContaining([
      expect.objectContaining({ linkUrl: 'https://pay.example/order_ravi' }),
    ]),
    complaints: [{ ticket: 'C-2', name: 'Ravi' }],
  })
  expect(await db.select().from(webhookEvents)).toMatchObject([
    eventOf('order_ravi', 'Meera Joshi'),
  ])
})

const paymentOf = (orderId: string, providerOrderId: string) => ({
  ...{ orderId, providerOrderId, amountPaise: 999_00 },
  ...({ provider: 'razorpay', kind: 'link', status: 'created' } as const),
  linkUrl: `https://pay.example/${providerOrderId}`,
})
const eventOf = (providerOrderId: string, name: string) => ({
  ...{ id: `event-${providerOrderId}`, provider: 'razorpay', name: 'payment.captured' },
  body: { payload: { payment: { entity: { order_id: providerOrderId, notes: { name } } } } },
})

test('payments, returns, messages and jobs contain no personal data afterwards either [law.1]', async ({
  db,
  me: { userId },
  orderId,
  phone,
  arrive,
  erase,
}) => {
  await arrive()
  await db
    .update(orderLines)
    .set({
      returnReason: 'Too wide for Zubeida',
      exchangeReason: 'Too long for Zubeida',
      refusalReason: 'Worn by Zubeida',
      returnPhotos: ['/photos/returns/zubeida'],
    })
    .where(eq(orderLines.orderId, orderId))
  await db.insert(payments).values(paymentOf(orderId, 'order_zubeida'))
  await db.insert(webhookEvents).values(eventOf('order_zubeida', 'Zubeida'))
  const expiresAt = new Date(Date.now() + 60_000)
  await db.insert(signupTokens).values({ tokenHash: 'hash', contactNumber: phone, expiresAt })
  await db.insert(inboxMessages).values({ to: phone, text: 'Your order has arrived' })
  const push = { kind: 'push', runAt: new Date() }
  const ravi = await aUser(db)
  await db.insert(jobs).values([
    { ...push, cause: 'a', payload: { userId } },
    { ...push, cause: 'b', payload: { userId: ravi.userId } },
  ])

  expect(await (await erase()).json()).toEqual({
    success: true,
    msg: 'Your account has been deleted',
  })

  const after = await dumpOf(db)
  for (const trace of ['Zubeida', '/photos/returns', 'pay.example', phone])
    expect(after).not.toContain(trace)
  const waiting = await db.select().from(jobs).where(eq(jobs.kind, 'push'))
  expect(waiting.map(({ payload }) => payload)).toEqual([{ userId: ravi.userId }])
})

test('an account is deleted once [law.1]', async ({ db, me: { userId }, arrive, erase }) => {
  await arrive()
  await erase()

  await expect(eraseUser(db, userId)).rejects.toThrow('This account no longer exists')
  await expect(eraseUser(db, 'nobody')).rejects.toThrow('This account no longer exists')
})

test('a wrong OTP deletes nothing [law.1] [safe.4]', async ({ api, me, arrive, erase }) => {
  await arrive()

  const response = await erase('000000')

  expect(response.status).toBe(400)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test('each guess of the OTP counts, even under a new idempotency key [law.1] [safe.4]', async ({
  api,
  me,
  deps,
  arrive,
  erase,
}) => {
  await arrive()
  await erase('000000')
  const guess = async (otp: string) => {
    const request = withToken(me.token, 'DELETE', { otp })
    const headers = { ...request.headers, 'Idempotency-Key': randomUUID() }
    return (await api.request('/api/user', { ...request, headers })).status
  }
  for (let more = 1; more < rules.otpTries.maxPerCode; more++)
    expect(await guess('000000')).toBe(400)

  expect(await guess(otpOf(deps))).toBe(429)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test('an address of an open order cannot be erased [law.1]', async ({ api, me, erase }) => {
  const response = await erase()

  expect(response.status).toBe(409)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test.for([
  'Accepted',
  'Shipped',
  'On the way',
  'Arrived',
  'Size Trialing',
  'Return Requested',
  'Return Accepted',
  'Exchange Requested',
  'Exchange Accepted',
] as const)('an account with an order that is %s stays [law.1]', async (status, { db, erase }) => {
  await db.update(orders).set({ status })
  await db.update(orderLines).set({ status: status === 'Arrived' ? 'On the way' : status })

  expect((await erase()).status).toBe(409)
})

test.for([
  'Delivered',
  'Returned',
  'Exchanged',
  'Cancelled',
  'Return Cancelled',
  'Exchange Cancelled',
] as const)(
  'an account whose order is %s can be deleted [law.1]',
  async (status, { db, erase }) => {
    await db.update(orders).set({ status })
    await db.update(orderLines).set({ status })

    expect((await erase()).status).toBe(200)
  },
)

test('an account with an order that waits for its payment stays [law.1]', async ({
  db,
  arrive,
  erase,
}) => {
  await arrive()
  await db
    .update(orders)
    .set({ checkoutStatus: 'awaiting_payment', holdUntil: new Date(Date.now() + 1000) })

  expect((await erase()).status).toBe(409)
})

test('a customer gets all of their data, without secrets [law.1] [product.8]', async ({
  api,
  me,
  phone,
  orderId,
}) => {
  const response = await api.request('/api/user/export', withToken(me.token))

  const { result } = await response.json()
  expect(result).toMatchObject({
    user: { contactNumber: phone, email: person.email },
    addresses: [{ street: '12 Scheme 78' }],
    consents: [{ subject: 'terms' }],
    cartLines: [{ size: 'M' }],
    wishlist: [{ userId: me.userId }],
    orders: [{ id: orderId, receiverName: person.receiver }],
    orderLines: [{ orderId }],
    invoices: [{ orderId }],
    reviews: [{ words: 'Lovely' }],
    productAlerts: [{ kind: 'price' }],
    returnPhotos: [{ userId: me.userId }],
    reviewPhotos: [{ url: expect.stringMatching(/^\/photos\/pending\//), approvedAt: null }],
    pushSubscriptions: [{ topics: ['orders'] }],
    complaints: [{ ticket: 'C-1' }],
  })
  for (const secret of ['tokenHash', 'p256dh', '"auth"'])
    expect(JSON.stringify(result)).not.toContain(secret)
})

test('a change that was authenticated before the account was deleted saves nothing after it [law.1]', async ({
  api,
  db,
  me,
  arrive,
  erase,
}) => {
  await arrive()
  const [line] = await db.select().from(orderLines)
  await erase()
  const token = await openSession(db, me.userId)
  const send = async (method: string, path: string, body: object) =>
    (await api.request(path, withToken(token, method, body))).status

  const statuses = [
    await send('PUT', '/api/user/profile', { firstName: 'Latecomer', lastName: '', email: '' }),
    await send('POST', '/api/address/add', { street: 'Latecomer', city: 'Indore', label: 'home' }),
    await send('POST', `/api/products/${line?.productId}/reviews`, {
      stars: 1,
      words: 'Latecomer',
    }),
  ]

  expect(statuses).toEqual([404, 404, 404])
  expect(await dumpOf(db)).not.toContain('Latecomer')
})
