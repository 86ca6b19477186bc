import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { coupons } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  createBuyer,
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import {
  startedPaymentOf,
  advanceClock,
  payInWindow,
  sweep,
  test as paymentTest,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type CouponFixture = {
  /** Whether the coupon applies to the bag: 'ok', or the reason why not. */
  apply: (couponId: string, buyer?: Buyer) => Promise<string>
  /** Orders a kurta with a coupon of ₹100; returns the order's id, or the reason of the refusal. */
  order: (
    couponId: string,
    how?: { paymentMethod?: string; buyer?: Buyer; size?: string },
  ) => Promise<{ orderId?: string; msg?: string }>
  cancel: (orderId: string) => Promise<number>
  usedOf: (couponId: string) => Promise<number | undefined>
}

const test = paymentTest.extend<CouponFixture>({
  apply: async ({ api, me }, use) =>
    use(async (couponId, { token } = me) => {
      const body = { couponId, checkout_items: [] }
      const response = await api.request(
        '/api/coupons/is-applicable',
        withToken(token, 'POST', body),
      )
      const { success, msg } = await response.json()
      return success ? 'ok' : msg
    }),
  order: async ({ api, db, me, kurta: productId }, use) =>
    use(async (couponId, { paymentMethod = 'cash on delivery', buyer = me, size = 'M' } = {}) => {
      await given.addToCart(db, buyer.userId, { productId, couponId, size })
      const cart = await readCart(api, buyer)
      const totalAmount = cart.products.length * 999_00 - 100_00
      const body = orderRequest(buyer, cart, { totalAmount, paymentMethod })
      const { response } = await placeOrder(api, buyer, { body })
      const { result, msg } = response as { result?: { order: { _id: string } }; msg?: string }
      return result ? { orderId: result.order._id } : { msg: msg ?? '' }
    }),
  cancel: async ({ api, me }, use) =>
    use(async (orderId) => {
      const { result } = await (
        await api.request(`/api/orders/${orderId}`, withToken(me.token))
      ).json()
      const orderItemIds = result.products.map(({ _id }: { _id: string }) => _id)
      const body = { orderId, orderItemIds }
      return (await api.request('/api/orders/cancel', withToken(me.token, 'PUT', body))).status
    }),
  usedOf: async ({ db }, use) =>
    use(async (id) => {
      const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
      return coupon?.used
    }),
})

describe('a coupon', () => {
  test('is valid from its start to its end [coupon.3]', async ({ db, me, kurta, apply }) => {
    const startsAt = new Date(Date.now() + 60_000)
    const endsAt = new Date(Date.now() + 120_000)
    const { id } = await given.aCoupon(db, { startsAt, endsAt })
    await given.addToCart(db, me.userId, { productId: kurta })
    const at = async (moment: Date, laterMs: number) => {
      setClock(() => new Date(moment.getTime() + laterMs))
      return apply(id)
    }

    expect(await at(startsAt, -1)).toBe('Coupon not applicable')
    expect(await at(startsAt, 0)).toBe('ok')
    expect(await at(endsAt, -1)).toBe('ok')
    expect(await at(endsAt, 0)).toBe('This coupon has expired')
  })

  test('with one use per customer can be used again after a cancellation [coupon.3] [order.11]', async ({
    db,
    order,
    cancel,
    usedOf,
  }) => {
    const { id } = await given.aCoupon(db, { maxUsesPerUser: 1, maxUses: 1 })

    const first = await order(id)
    expect(await usedOf(id)).toBe(1)
    expect(await order(id)).toEqual({ msg: 'This coupon is no longer available' })
    expect(await cancel(first.orderId ?? '')).toBe(200)
    expect(await usedOf(id)).toBe(0)

    // A refused order does not change the bag.
    const again = await order(id, { size: 'L' })
    expect(again.orderId).toBeTruthy()
    expect(await usedOf(id)).toBe(1)
  })

  test('with one use per customer can be used once [coupon.3] [safe.4]', async ({
    db,
    order,
    apply,
  }) => {
    const { id } = await given.aCoupon(db, { maxUsesPerUser: 1 })
    const ravi = await createBuyer(db)

    expect((await order(id)).orderId).toBeTruthy()
    expect(await order(id)).toEqual({ msg: 'You’ve already used this coupon' })
    expect(await apply(id)).toBe('You’ve already used this coupon')
    expect((await order(id, { buyer: ravi })).orderId).toBeTruthy()
  })

  test('for the first order ignores cancelled and unpaid orders [coupon.3]', async ({
    db,
    order,
    cancel,
  }) => {
    const { id } = await given.aCoupon(db, { isFirstOrderOnly: true, maxUsesPerUser: null })

    expect((await order(id, { paymentMethod: 'prepaid' })).orderId).toBeTruthy()
    advanceClock(16 * 60_000)
    await sweep(db)
    const second = await order(id, { size: 'L' })
    expect(second.orderId).toBeTruthy()
    expect(await cancel(second.orderId ?? '')).toBe(200)
    const third = await order(id, { size: 'S' })
    expect(third.orderId).toBeTruthy()

    expect(await order(id)).toEqual({ msg: 'This coupon is valid on your first order only' })
  })

  test('reserved by a customer’s unpaid order is available for their next bag, and not for others [coupon.3] [order.8]', async ({
    db,
    order,
    apply,
    usedOf,
  }) => {
    const { id } = await given.aCoupon(db, { maxUses: 1, maxUsesPerUser: 1 })
    const ravi = await createBuyer(db)

    const first = await order(id, { paymentMethod: 'prepaid' })
    expect(first.orderId).toBeTruthy()
    expect(await usedOf(id)).toBe(1)
    expect(await apply(id)).toBe('ok')
    expect(await order(id, { buyer: ravi })).toEqual({ msg: 'This coupon is no longer available' })

    const second = await order(id, { paymentMethod: 'prepaid', size: 'L' })
    expect(second.orderId).toBeTruthy()
    expect(second.orderId).not.toBe(first.orderId)
    expect(await usedOf(id)).toBe(1)
    const [superseded] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, first.orderId ?? ''))
    expect(superseded?.checkoutStatus).toBe('expired')
  })

  test.for([null, 2])(
    'is redeemed again by an order paid after it expired, and released with it: %j uses in all [checkout.10] [order.11]',
    async (maxUses, { api, db, me, kurta, cancel, usedOf }) => {
      const { id: couponId } = await given.aCoupon(db, { maxUses })
      await given.addToCart(db, me.userId, { productId: kurta, couponId })
      const changes = { totalAmount: 899_00, paymentMethod: 'prepaid' }
      const body = orderRequest(me, await readCart(api, me), changes)
      const startedPayment = startedPaymentOf(await placeOrder(api, me, { body }))
      advanceClock(16 * 60_000)
      await sweep(db)
      expect(await usedOf(couponId)).toBe(0)

      await verify(api, me, (await payInWindow(api, startedPayment)).response)
      expect(await usedOf(couponId)).toBe(1)

      expect(await cancel(startedPayment.order._id)).toBe(200)
      expect(await usedOf(couponId)).toBe(0)
    },
  )

  test('used up by others meanwhile is not released by an order paid after it expired [checkout.10] [order.11]', async ({
    api,
    db,
    me,
    kurta,
    cancel,
    usedOf,
  }) => {
    const { id: couponId } = await given.aCoupon(db, { maxUses: 1 })
    const startOrder = async (buyer: Buyer, paymentMethod: string) => {
      await given.addToCart(db, buyer.userId, { productId: kurta, couponId })
      const changes = { totalAmount: 899_00, paymentMethod }
      return startedPaymentOf(
        await placeOrder(api, buyer, {
          body: orderRequest(buyer, await readCart(api, buyer), changes),
        }),
      )
    }
    const late = await startOrder(me, 'prepaid')
    advanceClock(16 * 60_000)
    await sweep(db)
    await startOrder(await createBuyer(db), 'cash on delivery')
    await verify(api, me, (await payInWindow(api, late)).response)
    expect(await usedOf(couponId)).toBe(1)

    expect(await cancel(late.order._id)).toBe(200)

    expect(await usedOf(couponId)).toBe(1)
  })
})
