import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { type OrderStatus } from '#contract/orders/order.ts'
import { carts } from '#server/database/schema/carts.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { advanceNextOrder } from '#server/demo/courier.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import * as given from '#tests/support/shopper/givens.ts'
import { test } from '#tests/support/api/tests/orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

const statusesOf = (history: unknown) =>
  (history as { status: string }[]).map(({ status }) => status)

describe('an order', () => {
  test('keeps all details as they were when it was placed [order.1] [api.6]', async ({
    db,
    me,
    kurta,
    orderId,
    read,
  }) => {
    await db.update(products).set({ name: 'Renamed', pricePaise: 1 }).where(eq(products.id, kurta))

    const { response } = await read()

    expect(response.result).toEqual({
      _id: orderId,
      orderID: expect.stringMatching(/^PEH-/),
      orderSlug: expect.stringMatching(/^peh-/),
      createdAt: expect.stringMatching(/Z$/),
      promisedBy: expect.stringMatching(/Z$/),
      deliveryMinutes: 40,
      deliveredAt: null,
      orderStatus: 'Accepted',
      orderType: 'Standard',
      paymentMethod: 'Cash on delivery',
      paymentStatus: 'Pending',
      totalAmount: 999_00,
      mrpTotal: 1999_00,
      amountDetails: {
        isCouponApplied: false,
        baseAmount: 999_00,
        discountedAmount: 999_00,
        trialCharges: 0,
        shippingCharges: 0,
        finalAmount: 999_00,
      },
      products: [
        {
          _id: expect.any(String),
          details: {},
          productId: {
            _id: kurta,
            productId: kurta,
            name: 'Blue kurta',
            brand: { _id: `brand-${kurta}`, name: 'Amodra', is_try_and_buy_visible: true },
            category: { _id: 'kurtas', name: 'Kurtas' },
            subcategory: [],
            photos: [],
            tint: 0,
            mrp: 1999,
            discount: 1000,
            discountedPrice: 999,
            discountPercentage: 50,
            size: ['S', 'M', 'L'],
            stock: { S: 5, M: 4, L: 5 },
          },
          size: 'M',
          trialSize: null,
          soldSize: null,
          quantity: 1,
          price: 999_00,
          mrp: 1999_00,
          netAmount: 999_00,
          purchaseType: 'Standard',
          status: 'Accepted',
          exchangeDetails: null,
          returnDetails: null,
          refusalReason: null,
          history: [{ status: 'Accepted', at: expect.stringMatching(/Z$/) }],
          isReviewed: false,
        },
      ],
      addressId: expect.objectContaining({ _id: me.addressId, city: 'Indore', ...given.indore }),
      receiver: null,
      delivery_agent: null,
      history: [{ status: 'Accepted', at: expect.stringMatching(/Z$/) }],
    })
  })

  test('is for its receiver, if one was given [bag.13]', async ({ db, me, kurta, place, read }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const receiver = { name: 'Meera Joshi', contactNumber: '9876501234' }
    const { response } = await place({ receiver })
    const { order } = response.result as { order: { _id: string } }

    expect((await read(order._id)).response.result).toMatchObject({ receiver })
  })

  test.for([
    ['आशा राव', 'आशा राव'],
    ['Siobhán O\u2019Neil', "Siobhán O'Neil"],
    ['ராஜேஷ் குமார்', 'ராஜேஷ் குமார்'],
  ] as const)(
    'is for a receiver named %s [bag.12] [bag.13]',
    async ([written, saved], { db, me, kurta, place, read }) => {
      await given.addToCart(db, me.userId, { productId: kurta })
      const { response } = await place({
        receiver: { name: written, contactNumber: '+९१ ९८७६५ ०१२३४' },
      })
      const { order } = response.result as { order: { _id: string } }

      const receiver = { name: saved, contactNumber: '9876501234' }
      expect((await read(order._id)).response.result).toMatchObject({ receiver })
    },
  )

  test('is for the receiver chosen in the bag by default [bag.13] [bag.14]', async ({
    db,
    me,
    kurta,
    place,
    read,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const chosen = { receiverName: 'Meera Joshi', receiverContactNumber: '9876501234' }
    await db.update(carts).set(chosen).where(eq(carts.userId, me.userId))
    const { response } = await place()
    const { order } = response.result as { order: { _id: string } }

    const receiver = { name: 'Meera Joshi', contactNumber: '9876501234' }
    expect((await read(order._id)).response.result).toMatchObject({ receiver })
  })

  test('of another user does not exist [api.4] [safe.2]', async ({ api, db, orderId, read }) => {
    const ravi = await given.aUser(db)

    const his = await api.request(`/api/orders/${orderId}`, withToken(ravi.token))
    const list = await (await api.request('/api/orders/view', withToken(ravi.token))).json()
    const unknown = await read('no-such')

    expect(his.status).toBe(404)
    expect(await his.json()).toEqual(unknown.response)
    expect(unknown.response.msg).toBe('This order does not exist')
    expect(list.result.data).toEqual([])
  })

  test('is listed once it is placed, newest first [hist.1]', async ({
    api,
    db,
    me,
    kurta,
    orderId,
    place,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    setClock(() => new Date(Date.now() + 1000))
    await given.addToCart(db, me.userId, { productId: kurta, quantity: 2 })
    await place()
    setClock(() => new Date(Date.now() + 2000))
    await given.addToCart(db, me.userId, { productId: kurta })
    await place()
    await db
      .update(orders)
      .set({ checkoutStatus: 'awaiting_payment' })
      .where(eq(orders.totalPaise, 1998_00))

    const { result } = await (await api.request('/api/orders/view', withToken(me.token))).json()

    expect(result.data).toHaveLength(2)
    expect(result.data[1]._id).toBe(orderId)
  })
})

describe('moving an order', () => {
  const steps: OrderStatus[] = ['Shipped', 'On the way', 'Delivered']

  test('goes from status to status; on delivery the cash is recorded [track.4] [order.11]', async ({
    db,
    orderId,
    read,
  }) => {
    for (const to of steps) await transitionOrder(db, { orderId, to, by: 'store' })

    const { response } = await read()
    expect(response.result).toMatchObject({
      orderStatus: 'Delivered',
      paymentStatus: 'paid',
      deliveredAt: expect.stringMatching(/Z$/),
      products: [{ status: 'Delivered' }],
    })
    expect(statusesOf(response.result.history)).toEqual(['Accepted', ...steps])
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
    expect(payment).toMatchObject({ status: 'captured', amountPaise: 999_00 })
  })

  test.for<[OrderStatus[], OrderStatus]>([
    [[], 'Delivered'],
    [[], 'Accepted'],
    [[], 'Returned'],
    [['Shipped', 'On the way'], 'Cancelled'],
    [['Shipped', 'On the way'], 'Arrived'],
    [['Shipped', 'On the way', 'Delivered'], 'Shipped'],
  ])(
    'is refused for other transitions: after %j no %s [order.7]',
    async ([before, to], { db, orderId, read }) => {
      for (const step of before) await transitionOrder(db, { orderId, to: step, by: 'store' })
      const { response } = await read()

      await expect(transitionOrder(db, { orderId, to, by: 'store' })).rejects.toMatchObject({
        code: 'not_allowed_now',
      })

      expect((await read()).response).toEqual(response)
    },
  )

  test('is done by the courier when the step is due [track.5]', async ({
    db,
    read,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    await db.insert(deliveryAgents).values({ name: 'Ravi Solanki', contactNumber: '6000010101' })
    const early = await advanceNextOrder(db, 30_000)
    const seen = [early]
    for (let step = 1; step <= 4; step++) {
      setClock(() => new Date(Date.now() + step * 31_000))
      seen.push(await advanceNextOrder(db, 30_000))
    }

    expect(seen).toEqual([false, true, true, true, false])
    expect((await read()).response.result).toMatchObject({
      orderStatus: 'Delivered',
      delivery_agent: { name: 'Ravi Solanki', contactNumber: '6000010101' },
    })
  })
})
