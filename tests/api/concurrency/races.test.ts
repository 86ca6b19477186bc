import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { cartLines, carts, coupons } from '#server/database/schema/carts.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { deliveryAgents, invoices, orderEvents, orders } from '#server/database/schema/orders.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { users } from '#server/database/schema/users.ts'
import { advanceNextOrder } from '#server/demo/courier.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  orderAtOnce,
  orderInTurns,
  createReadyBuyers,
  countResponses,
} from '#tests/support/concurrency/bulkBuyers.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import {
  aCoupon,
  aPhone,
  aUser,
  addToCart,
  onSale,
  createWarehouses,
  stockOf as readStock,
} from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { guessCode } from '#tests/support/concurrency/rushes.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const deps = createTestDeps()
let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App

const times = <Result>(count: number, act: (time: number) => Result | Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, time) => act(time)))

const stockOf = (productId: string) => readStock(db, productId)

describe('at the same moment', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    api = createTestApi(db, deps)
    await createWarehouses(db)
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  test('200 buyers of 5 items: five orders, and 195 unchanged bags [safe.1] [order.8]', async () => {
    const productId = await onSale(db, { stock: { M: 5 } })
    const buyers = await createReadyBuyers(db, api, { count: 200, productId })

    const responses = await orderInTurns(api, buyers, 100)

    expect(countResponses(responses)).toEqual({ 200: 5, '409 out_of_stock': 195 })
    expect(await stockOf(productId)).toEqual({ M: 0 })
    expect(await db.$count(orders)).toBe(5)
    expect(await db.$count(cartLines)).toBe(195)
  }, 60_000)

  test('one order sent 20 times is one order, with one response [checkout.8]', async () => {
    const productId = await onSale(db, { stock: { M: 9 } })
    const [ready] = await createReadyBuyers(db, api, { count: 1, productId })

    const responses = await orderAtOnce(api, Array(20).fill(ready))

    expect(countResponses(responses)).toEqual({ 200: 20 })
    for (const { response } of responses) expect(response).toEqual(responses[0]?.response)
    expect(await stockOf(productId)).toEqual({ M: 8 })
  }, 60_000)

  test('one bag ordered in two windows is ordered once [checkout.3]', async () => {
    const productId = await onSale(db, { stock: { M: 9 } })
    const [ready] = await createReadyBuyers(db, api, { count: 1, productId })
    const windows = Array.from({ length: 8 }, (_, at) => ({ ...ready!, key: `window-${at}` }))

    const responses = await orderAtOnce(api, windows)

    expect(countResponses(responses)).toEqual({ 200: 1, '409 price_changed': 7 })
    expect(await stockOf(productId)).toEqual({ M: 8 })
  })

  test('20 orders with a coupon for three: three redeem it, the others are refused [safe.4]', async () => {
    const productId = await onSale(db, { stock: { M: 99 } })
    const { id: couponId } = await aCoupon(db, { maxUses: 3 })
    const buyers = await createReadyBuyers(db, api, {
      count: 20,
      productId,
      couponId,
      total: 899_00,
    })

    const responses = await orderAtOnce(api, buyers)

    expect(countResponses(responses)).toEqual({ 200: 3, '409 coupon_not_applicable': 17 })
    const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
    expect(coupon?.used).toBe(3)
    expect(await stockOf(productId)).toEqual({ M: 96 })
  }, 60_000)

  test('items added to one bag add up, to at most eight [bag.17]', async () => {
    const [four, many] = [await onSale(db), await onSale(db, { stock: { M: 50 } })]
    const { userId, token } = await aUser(db)
    const add = (productId: string, size: string) =>
      api.request('/api/cart/add', withToken(token, 'POST', { userId, productId, size }))

    await Promise.all([times(4, () => add(four, 'M')), times(12, () => add(many, 'M'))])

    const { products: lines } = await readCart(api, { userId, token })
    const quantities = lines.map(({ productId, quantity }) => [productId._id, quantity])
    expect(Object.fromEntries(quantities)).toEqual({ [four]: 4, [many]: 8 })
  })

  test('a bag that waits too long for a lock gets 503 [api.1]', async () => {
    const { userId, token } = await aUser(db)
    const itemId = await addToCart(db, userId, { productId: await onSale(db) })
    const change = withToken(token, 'PUT', { userId, itemId, size: 'S' })

    const response = await db.transaction(async (elsewhere) => {
      await elsewhere.select().from(carts).where(eq(carts.userId, userId)).for('update')
      return api.request('/api/cart/update', change)
    })

    expect(response.status).toBe(503)
    expect((await response.json()).msg).toBe(
      'The store is very busy. Please try again in a moment.',
    )
    expect((await api.request('/api/cart/update', change)).status).toBe(200)
  })

  test('an order cancelled 20 times is cancelled once [order.3]', async () => {
    const productId = await onSale(db, { stock: { M: 5 } })
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId, quantity: 2 })
    const { response } = await placeOrder(api, buyer, {
      body: orderRequest(buyer, await readCart(api, buyer)),
    })
    const { _id: orderId } = (response.result as { order: { _id: string } }).order
    const order = await (await api.request(`/api/orders/${orderId}`, withToken(buyer.token))).json()
    const orderItemIds = order.result.products.map(({ _id }: { _id: string }) => _id)

    const responses = await times(20, () =>
      api.request('/api/orders/cancel', withToken(buyer.token, 'PUT', { orderId, orderItemIds })),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stockOf(productId)).toEqual({ M: 5 })
  })

  test('five couriers move each order one step [ops.2]', async () => {
    await db.insert(deliveryAgents).values({ name: 'Ravi Solanki', contactNumber: '6000010101' })
    const waiting = await db.$count(orders, eq(orders.status, 'Accepted'))

    await times(5, async () => {
      while (await advanceNextOrder(db, -1).then(() => isAnyAccepted()));
    })

    const shipped = await db.$count(orderEvents, eq(orderEvents.status, 'Shipped'))
    const shippedOrders = await db
      .selectDistinct({ id: orderEvents.orderId })
      .from(orderEvents)
      .where(eq(orderEvents.status, 'Shipped'))
    expect(waiting).toBeGreaterThan(3)
    expect(shippedOrders).toHaveLength(waiting)
    // The order and its only line each record an event.
    expect(shipped).toBe(2 * waiting)
  }, 60_000)

  test('20 orders ship at once: their invoices have 20 numbers without gaps [order.9]', async () => {
    await saveInitialStoreFacts(db, demoFacts)
    const productId = await onSale(db, { stock: { M: 20 } })
    const ready = await createReadyBuyers(db, api, { count: 20, productId })
    const sent = await orderAtOnce(api, ready)
    const ids = sent.map(
      ({ response }) => (response.result as { order: { _id: string } }).order._id,
    )

    await times(20, (turn) =>
      transitionOrder(db, { orderId: ids[turn] ?? '', to: 'Shipped', by: 'courier' }),
    )

    const documents = await db.select().from(invoices).where(inArray(invoices.orderId, ids))
    const numbers = documents.map(({ number }) => number).sort((a, b) => a - b)
    expect(numbers).toHaveLength(20)
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(19)
  }, 60_000)

  test(
    'of concurrent OTP guesses only five are compared, and later not even the right one [login.2] [safe.4]',
    async () => {
      const { guesses } = proofScale
      expect(await guessCode({ db, api, deps }, { guesses })).toEqual({
        compared: 5,
        refused: guesses - 5,
        isOpenAfter: false,
      })
    },
    proofTimeoutMs,
  )

  test('of 20 concurrent OTP requests one is sent; it signs up one user [login.2] [login.3]', async () => {
    const phone = aPhone()
    const before = deps.sent.length
    const body = { contactNumber: phone }
    await times(20, () => api.request('/api/user/login', jsonRequest('POST', body)))
    const otp = deps.sent.at(-1)?.otp
    const verified = await times(5, () =>
      api.request('/api/user/verify-otp', jsonRequest('POST', { ...body, otp })),
    )
    const proven = verified.filter(({ status }) => status === 200)
    const { signupToken } = (await proven[0]?.json()).result
    const asha = { firstName: 'Asha', gender: 'female', dateOfBirth: '1994-05-17' }

    const signups = await times(5, () =>
      api.request('/api/user/signup', jsonRequest('POST', { ...body, ...asha, signupToken })),
    )

    expect(deps.sent.length - before).toBe(1)
    expect(proven).toHaveLength(1)
    expect(signups.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await db.$count(users, eq(users.contactNumber, phone))).toBe(1)
  })
})

const isAnyAccepted = async () => (await db.$count(orders, eq(orders.status, 'Accepted'))) > 0
