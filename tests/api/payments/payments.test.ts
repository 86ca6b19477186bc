import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { toPaise } from '#contract/values/money.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { payments } from '#server/database/schema/payments.ts'
import { orders } from '#server/database/schema/orders.ts'
import {
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  startedPaymentOf,
  payInWindow,
  test,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type ChangeFixture = {
  db: Database
  me: Buyer
  change: (line: Partial<typeof cartLines.$inferInsert>) => Promise<void>
}
/** Changes the bag, or returns a different request body. */
type Change = (given: ChangeFixture) => Promise<object | void>

describe('a prepaid order', () => {
  test('is invisible until it is paid, reserves its items, and does not change the bag [checkout.8] [order.8]', async ({
    api,
    db,
    me,
    kurta,
    startedPayment,
    viewCart,
    checkoutStatusOf,
  }) => {
    const list = await (await api.request('/api/orders/view', withToken(me.token))).json()
    const single = await api.request(`/api/orders/${startedPayment.order._id}`, withToken(me.token))

    expect(startedPayment).toMatchObject({
      order: { amount: 999_00 },
      paymentOrder: {
        _id: startedPayment.order._id,
        orderID: startedPayment.order.orderID,
        razorpayOrderId: expect.stringMatching(/^order_\w{14}$/),
        amount: 999_00,
        currency: 'INR',
        key: 'rzp_test_sandbox',
        provider: 'sandbox',
      },
    })
    expect([list.result.data, single.status]).toEqual([[], 404])
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
    expect((await viewCart()).products).toHaveLength(1)
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toMatchObject({ M: 4 })
  })

  test.for([
    ['upi', {}, 'UPI'],
    ['card', { cardType: 'debit' }, 'Debit card'],
    ['card', { cardType: 'credit' }, 'Credit card'],
    ['netbanking', {}, 'Net banking'],
  ] as const)(
    'is placed when it is paid by %s %j, and empties the bag [checkout.6] [order.10]',
    async ([method, how, label], { api, me, startedPayment, viewCart }) => {
      const paid = await payInWindow(api, startedPayment, { method, ...how })

      const { status, response } = await verify(api, me, paid.response)

      expect(status).toBe(200)
      expect(response).toEqual({
        success: true,
        status: 200,
        msg: 'Payment verified',
        result: { data: { orderID: startedPayment.order.orderID } },
      })
      const order = await (
        await api.request(`/api/orders/${startedPayment.order._id}`, withToken(me.token))
      ).json()
      expect(order.result).toMatchObject({
        orderStatus: 'Accepted',
        paymentStatus: 'paid',
        paymentMethod: label,
      })
      expect((await viewCart()).products).toEqual([])
    },
  )

  test('keeps items added during the payment in the bag, without the used coupon [checkout.6] [bag.17]', async ({
    api,
    db,
    me,
    kurta,
    viewCart,
  }) => {
    const { id: couponId } = await given.aCoupon(db)
    const receiver = { receiverName: 'Ravi Rao', receiverContactNumber: '9876543210' }
    const first = await given.addToCart(db, me.userId, { productId: kurta, quantity: 2, couponId })
    const totalAmount = 1898_00
    const body = orderRequest(me, await viewCart(), { totalAmount, paymentMethod: 'prepaid' })
    const startedPayment = startedPaymentOf(await placeOrder(api, me, { body }))
    await db.update(cartLines).set({ quantity: 3 }).where(eq(cartLines.id, first))
    await given.addToCart(db, me.userId, { productId: kurta, size: 'S', quantity: 3, couponId })
    await db.update(carts).set(receiver).where(eq(carts.userId, me.userId))

    await verify(api, me, (await payInWindow(api, startedPayment)).response)

    const { products: left, couponId: coupon } = await viewCart()
    expect(left.map(({ size, quantity }) => [size, quantity]).toSorted()).toEqual([
      ['M', 1],
      ['S', 3],
    ])
    expect(coupon ?? null).toBeNull()
    expect(await db.select().from(carts).where(eq(carts.userId, me.userId))).toMatchObject([
      receiver,
    ])

    const next = startedPaymentOf(await startPayment(api, me))
    await verify(api, me, (await payInWindow(api, next)).response)
    const nobody = { receiverName: null, receiverContactNumber: null, purchaseType: 'Standard' }
    expect(await db.select().from(carts).where(eq(carts.userId, me.userId))).toMatchObject([nobody])
    expect((await viewCart()).products).toEqual([])
  })

  test('is the same order when tried again, even after a failed payment [checkout.8]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const failed = await payInWindow(api, startedPayment, { outcome: 'failure' })

    const again = startedPaymentOf(await startPayment(api, me))

    expect(failed).toMatchObject({ status: 400, response: { error: { reason: 'payment_failed' } } })
    expect(again).toEqual(startedPayment)
    expect(await db.$count(orders)).toBe(1)
    const paid = await payInWindow(api, again)
    expect((await verify(api, me, paid.response)).status).toBe(200)
  })

  test('with one key is one order, with one response [checkout.8]', async ({
    api,
    db,
    me,
    kurta,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })

    const first = await startPayment(api, me, 'the-same-key')
    const second = await startPayment(api, me, 'the-same-key')

    expect(second).toEqual(first)
    expect(await db.$count(payments)).toBe(1)
  })

  test('of another bag releases the previous one [order.8]', async ({
    api,
    db,
    me,
    kurta,
    startedPayment,
    checkoutStatusOf,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, size: 'S' })

    const next = startedPaymentOf(await startPayment(api, me))

    expect(next.order._id).not.toBe(startedPayment.order._id)
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('expired')
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toMatchObject({ S: 4, M: 4 })
  })

  const trialCart = { trialSize: 'L', size: 'M' }
  test.for<[string, Change]>([
    ['in another size', async ({ change }) => change({ size: 'S' })],
    ['in another quantity', async ({ change }) => change({ quantity: 2 })],
    [
      'for another product at the same price',
      async ({ db, change }) => change({ productId: await given.onSale(db) }),
    ],
    [
      'to another address',
      async ({ db, me }) => ({
        addressId: await given.saveAddress(db, me.userId, { street: '7 Palasia' }),
      }),
    ],
    [
      'for another receiver',
      async () => ({ receiver: { name: 'Ravi Rao', contactNumber: '9876543210' } }),
    ],
    [
      'for the receiver chosen in the bag',
      async ({ db }) => {
        await db.update(carts).set({ receiverName: 'Ravi', receiverContactNumber: '9876543210' })
      },
    ],
    [
      'with another coupon of the same value',
      async ({ db }) => {
        const { id: couponId } = await given.aCoupon(db)
        await db.update(carts).set({ couponId })
      },
    ],
    [
      'as Standard',
      async ({ db }) => void (await db.update(carts).set({ purchaseType: 'Standard' })),
    ],
    ['with another trial size', async ({ change }) => change({ trialSize: 'S' })],
  ])(
    'with %s is another order, and the previous one is released [checkout.8] [order.8]',
    async ([, changeCart], { api, db, me, kurta, checkoutStatusOf }) => {
      const { id: couponId } = await given.aCoupon(db)
      const lineId = await given.addToCart(db, me.userId, {
        productId: kurta,
        couponId,
        ...trialCart,
      })
      const startOrder = async (changes: object | void) => {
        const cart = await readCart(api, me)
        const totalAmount = toPaise(cart.totalAmount) - 100_00
        const body = orderRequest(me, cart, { paymentMethod: 'prepaid', totalAmount, ...changes })
        return startedPaymentOf(await placeOrder(api, me, { body })).order._id
      }
      const first = await startOrder()
      const change = async (line: Partial<typeof cartLines.$inferInsert>) =>
        void (await db.update(cartLines).set(line).where(eq(cartLines.id, lineId)))

      const next = await startOrder(await changeCart({ db, me, change }))

      expect(next).not.toBe(first)
      expect([await checkoutStatusOf(first), await checkoutStatusOf(next)]).toEqual([
        'expired',
        'awaiting_payment',
      ])
    },
  )

  test('keeps its coupon for the next try, and uses it once [coupon.3]', async ({
    api,
    db,
    me,
    kurta,
    place,
  }) => {
    const { id: couponId } = await given.aCoupon(db, { maxUses: 1 })
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    const changes = { totalAmount: 899_00, paymentMethod: 'prepaid' }

    const first = await place(changes)
    const again = await place(changes)
    const paid = await payInWindow(api, startedPaymentOf(again))
    await verify(api, me, paid.response)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    const after = await place(changes)

    expect([first.status, again.status, after.status]).toEqual([200, 200, 409])
    expect(startedPaymentOf(again).order).toEqual(startedPaymentOf(first).order)
  })

  test('is paid at once if a coupon covers it [checkout.3]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    const { id: couponId } = await given.aCoupon(db, { amountPaise: 999_00 })
    await given.addToCart(db, me.userId, { productId: kurta, couponId })

    const { status, response } = await place({ totalAmount: 0, paymentMethod: 'prepaid' })

    expect(status).toBe(200)
    expect(response.result).not.toHaveProperty('paymentOrder')
    const [order] = await db.select().from(orders)
    expect(order).toMatchObject({
      checkoutStatus: 'completed',
      paymentMethod: 'Prepaid',
      paymentStatus: 'paid',
      totalPaise: 0,
    })
    expect((await viewCart()).products).toEqual([])
  })

  test.for([
    [99, 409, 'The minimum online payment is ₹1'],
    [100, 200, undefined],
  ] as const)(
    'of %s paise gets %s [checkout.3]',
    async ([totalAmount, status, msg], { db, me, kurta, place }) => {
      const { id: couponId } = await given.aCoupon(db, { amountPaise: 999_00 - totalAmount })
      await given.addToCart(db, me.userId, { productId: kurta, couponId })

      const placed = await place({ totalAmount, paymentMethod: 'prepaid' })

      expect(placed.status).toBe(status)
      expect(placed.response.msg).toBe(msg)
    },
  )

  test('refuses a wrong total [checkout.3] [safe.4]', async ({ db, me, kurta, place }) => {
    await given.addToCart(db, me.userId, { productId: kurta })

    const { status, response } = await place({ paymentMethod: 'prepaid', totalAmount: 1_00 })

    expect(status).toBe(409)
    expect(response).toMatchObject({ code: 'price_changed', summary: { finalAmount: 999_00 } })
    expect(await db.$count(payments)).toBe(0)
  })

  test('can be Try & Buy: both sizes are reserved [checkout.1] [bag.7]', async ({
    api,
    db,
    me,
    kurta,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, trialSize: 'L' })

    const { status } = await startPayment(api, me)

    expect(status).toBe(200)
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toEqual({ S: 5, M: 4, L: 4 })
  })

  test.for([
    ['a size that is not adjacent', { trialSize: 'XL' }, {}, /another trial size/],
    ['an address without it', { trialSize: 'L' }, given.numbersOf(given.pune), /chosen address/],
  ] as const)(
    'refuses Try and Buy with %s [bag.6] [bag.7]',
    async ([, line, at, words], { api, db, me }) => {
      const productId = await given.onSale(db, { stock: { S: 5, M: 5, L: 5, XL: 5 } })
      await given.addToCart(db, me.userId, { productId, ...line })
      const addressId = await given.saveAddress(db, me.userId, at)

      const { status, response } = await startPayment(api, { ...me, addressId })

      expect(status).toBe(409)
      expect(response.msg).toMatch(words)
    },
  )

  test('refuses Try and Buy of a brand without it [bag.7]', async ({ api, db, me }) => {
    const brand = { name: 'Vaarn', hasTryAndBuy: false }
    const productId = await given.onSale(db, { brand })
    await given.addToCart(db, me.userId, { productId, trialSize: 'L' })

    const { status, response } = await startPayment(api, me)

    expect(status).toBe(409)
    expect(response.msg).toBe('Try and Buy not available for Vaarn products')
  })
})
