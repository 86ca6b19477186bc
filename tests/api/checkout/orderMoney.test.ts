import { asc, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Cart } from '#contract/cart/cart.ts'
import type { Invoice } from '#contract/orders/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import { cartLines, type coupons } from '#server/database/schema/carts.ts'
import { invoices, orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { keepTrialSize, transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  payOutCash,
  readDueCashRefunds,
  settleRefund,
} from '#server/features/payments/sendRefunds.ts'
import {
  orderRequest,
  readCart,
  placeOrder,
  test as checkoutTest,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  startedPaymentOf,
  captureAgain,
  advanceClock,
  payInWindow,
  sweep,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type Line = { pricePaise: number; quantity?: number }
type Money = {
  /** Fills the bag with products of these prices and applies a coupon. */
  fill: (lines: Line[], coupon?: Partial<typeof coupons.$inferInsert>) => Promise<string>
  /** Orders the bag for this total and returns the server's response. */
  orderFor: (
    totalAmount: number,
    changes?: object,
  ) => Promise<{ status: number; code?: string; orderId?: string; final?: number }>
  linesOf: (orderId: string) => Promise<(typeof orderLines.$inferSelect)[]>
}

/** Percentages in basis points: 3333 are 33.33 %. */
const percent = (basisPoints: number, upToPaise?: number) => ({
  discountType: 'percentage' as const,
  amountPaise: null,
  basisPoints,
  ...(upToPaise === undefined ? {} : { discountUpToPaise: upToPaise }),
})

const test = checkoutTest.extend<Money>({
  fill: async ({ db, me }, use) =>
    use(async (lines, coupon = {}) => {
      const { id: couponId } = await aCoupon(db, coupon)
      for (const [nth, { pricePaise, quantity = 1 }] of lines.entries()) {
        const productId = await onSale(db, { pricePaise, mrpPaise: pricePaise + 100_00 })
        const id = await addToCart(db, me.userId, { productId, quantity, couponId })
        const addedAt = new Date(Date.now() + nth)
        await db.update(cartLines).set({ addedAt }).where(eq(cartLines.id, id))
      }
      return couponId
    }),
  orderFor: async ({ api, me }, use) =>
    use(async (totalAmount, changes = {}) => {
      const cart: Cart = await readCart(api, me)
      const body = orderRequest(me, cart, { totalAmount, ...changes })
      const { status, response } = await placeOrder(api, me, { body })
      const { result, code, summary } = response as {
        result?: { order: { _id: string } }
        code?: string
        summary?: { finalAmount: number }
      }
      return {
        status,
        ...(code ? { code } : {}),
        ...(result ? { orderId: result.order._id } : {}),
        ...(summary ? { final: summary.finalAmount } : {}),
      }
    }),
  linesOf: async ({ db }, use) =>
    use((orderId) =>
      db
        .select()
        .from(orderLines)
        .where(eq(orderLines.orderId, orderId))
        .orderBy(asc(orderLines.position)),
    ),
})

describe('the total of an order', () => {
  test('is refused when it is one paisa more or less than the bag costs [checkout.3] [safe.4]', async ({
    db,
    fill,
    orderFor: order,
  }) => {
    await fill([{ pricePaise: 999_00, quantity: 2 }])
    const shipping = { shippingType: 'Standard', chargePaise: 49_00 } as const
    await db
      .insert(shippingCharges)
      .values(shipping)
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: shipping })
    const terms = { purchaseType: 'Standard', chargePaise: 77_00, conditions: '' } as const
    await db
      .insert(purchaseTerms)
      .values(terms)
      .onConflictDoUpdate({ target: purchaseTerms.purchaseType, set: terms })
    const total = 2 * 999_00 - 100_00 + 49_00

    for (const wrongTotal of [total - 1, total + 1, total - 49_00, total + 77_00]) {
      expect(await order(wrongTotal)).toEqual({ status: 409, code: 'price_changed', final: total })
    }
    expect((await order(total)).status).toBe(200)
  })

  test('subtracts a percentage rounded down to the paisa, up to its limit [checkout.3]', async ({
    fill,
    orderFor: order,
    linesOf,
  }) => {
    // 33.33 % of 100.01 rupees are 3333.33… paise.
    await fill([{ pricePaise: 100_01 }], percent(3333))
    const { orderId = '' } = await order(100_01 - 3333)

    expect(await linesOf(orderId)).toMatchObject([{ couponSharePaise: 3333, netPaise: 6668 }])
  })

  test('subtracts a percentage up to its limit [checkout.3]', async ({ fill, orderFor: order }) => {
    await fill([{ pricePaise: 999_00 }], percent(5000, 100_00))

    expect(await order(999_00 - 499_50)).toMatchObject({ status: 409, final: 899_00 })
    expect((await order(899_00)).status).toBe(200)
  })

  test('divides a coupon by the largest remainder [order.11]', async ({
    fill,
    orderFor: order,
    linesOf,
  }) => {
    // 100.00 over 300, 200 and 200 rupees: 4285.7, 2857.1 and 2857.1 paise.
    await fill([
      { pricePaise: 200_00 },
      { pricePaise: 300_00 },
      { pricePaise: 100_00, quantity: 2 },
    ])
    const { orderId = '' } = await order(600_00)

    const lines = await linesOf(orderId)
    expect(lines.map(({ couponSharePaise }) => couponSharePaise)).toEqual([2857, 4286, 2857])
    expect(lines.map(({ netPaise }) => netPaise)).toEqual([17143, 25714, 17143])
  })

  test('applies a coupon from its minimum on, and not one paisa below [coupon.2] [safe.4]', async ({
    db,
    api,
    me,
    fill,
    orderFor: order,
  }) => {
    const couponId = await fill([{ pricePaise: 999_00 }], { minimumPurchasePaise: 999_00 })
    const apply = async (id: string) => {
      const body = { couponId: id, checkout_items: [] }
      const response = await api.request(
        '/api/coupons/is-applicable',
        withToken(me.token, 'POST', body),
      )
      return (await response.json()).success as boolean
    }
    const { id: higherMinimum } = await aCoupon(db, { minimumPurchasePaise: 999_01 })
    const proceed = async (id: string) => {
      const { userId, addressId } = me
      const body = { userId, addressId, couponId: id }
      return (await api.request('/api/cart/update', withToken(me.token, 'PUT', body))).status
    }

    expect([await apply(couponId), await apply(higherMinimum)]).toEqual([true, false])
    expect([await proceed(higherMinimum), await proceed(couponId)]).toEqual([409, 200])
    expect((await order(899_00)).status).toBe(200)
  })

  test('is paid if a coupon covers it, and is never negative [checkout.3]', async ({
    db,
    fill,
    orderFor: order,
  }) => {
    await fill([{ pricePaise: 99_00 }])
    const { orderId = '', status } = await order(0, { paymentMethod: 'prepaid' })

    expect(status).toBe(200)
    const [placed] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(placed).toMatchObject({
      checkoutStatus: 'completed',
      paymentStatus: 'paid',
      totalPaise: 0,
    })
  })
})

describe('a refund', () => {
  test('of a returned line is its net share; the order keeps its charges [order.11]', async ({
    db,
    fill,
    orderFor: order,
    linesOf,
  }) => {
    const shipping = { shippingType: 'Standard', chargePaise: 49_00 } as const
    await db
      .insert(shippingCharges)
      .values(shipping)
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: shipping })
    await fill([
      { pricePaise: 200_00 },
      { pricePaise: 300_00 },
      { pricePaise: 100_00, quantity: 2 },
    ])
    const { orderId = '' } = await order(649_00)
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const refundAmounts = async () =>
      (await db.select().from(refunds).orderBy(asc(refunds.createdAt))).map(
        ({ amountPaise }) => amountPaise,
      )

    for (const { id: lineId } of (await linesOf(orderId)).slice(1)) {
      for (const to of ['Return Requested', 'Return Accepted'] as const) {
        await transitionLine(db, { orderId, lineId, to, by: 'store' })
      }
      const before = await refundAmounts()
      await transitionLine(db, { orderId, lineId, to: 'Returned', by: 'store' })
      expect(await refundAmounts()).toHaveLength(before.length + 1)
    }

    expect((await refundAmounts()).sort()).toEqual([17143, 25714])
    const [left] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(left?.refundedPaise).toBe(17143 + 25714)
  })

  test('of an order paid twice and then cancelled is its price, and the surplus separately [order.11] [safe.4]', async ({
    api,
    db,
    me,
    kurta,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    await addToCart(db, me.userId, { productId: kurta })
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    const paid = (await payInWindow(api, startedPayment)).response
    await verify(api, me, paid)
    await captureAgain(db, paid.razorpay_payment_id ?? '')
    advanceClock(11 * 60_000)
    await sweep(db)
    await transitionOrder(db, { orderId: startedPayment.order._id, to: 'Cancelled', by: 'store' })

    const dueRefund = await db.select().from(refunds)
    expect(dueRefund.map(({ reason }) => reason).sort()).toEqual(['cancelled', 'paid_twice'])
    expect(dueRefund.map(({ amountPaise }) => amountPaise)).toEqual([999_00, 999_00])
    const [order] = await db.select().from(orders).where(eq(orders.id, startedPayment.order._id))
    expect(order?.refundedPaise).toBe(999_00)
  })

  test('that was paid out stays so, whatever the provider reports later [order.11]', async ({
    api,
    db,
    me,
    kurta,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    await transitionOrder(db, { orderId: startedPayment.order._id, to: 'Cancelled', by: 'store' })
    await sweep(db)
    const [sent] = await db.select().from(refunds)
    expect(sent).toMatchObject({ status: 'processed', amountPaise: 999_00 })

    await settleRefund(db, { id: sent?.providerRefundId ?? '', status: 'failed' })

    expect(await db.select().from(refunds)).toEqual([sent])
  })

  test('by the provider cannot be paid out in cash, even if other cash is due [order.11]', async ({
    api,
    db,
    me,
    kurta,
    place,
    linesOf,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    await transitionOrder(db, { orderId: startedPayment.order._id, to: 'Cancelled', by: 'store' })
    const [dueRefund] = await db.select().from(refunds)
    await addToCart(db, me.userId, { productId: kurta })
    const { _id: orderId } = startedPaymentOf(await place()).order
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const [{ id: lineId } = { id: '' }] = await linesOf(orderId)
    for (const to of ['Return Requested', 'Return Accepted', 'Returned'] as const) {
      await transitionLine(db, { orderId, lineId, to, by: 'store' })
    }

    expect(dueRefund).toMatchObject({ amountPaise: 999_00, status: 'pending' })
    expect(await readDueCashRefunds(db)).toMatchObject([{ orderId, amountPaise: 999_00 }])
    expect(await payOutCash(db, dueRefund?.id ?? '')).toBe(false)
    const all = await db.select().from(refunds)
    expect(all.map(({ status }) => status)).toEqual(['pending', 'pending'])
  })
})

describe('the invoice of an order', () => {
  const documentsOf = async (db: Database, orderId: string) => {
    const rows = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
    return Object.fromEntries(rows.map(({ kind, content }) => [kind, content as Invoice]))
  }

  test('has the charges, and a credit note only the returned line [order.9] [order.11]', async ({
    db,
    fill,
    orderFor: order,
    linesOf,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const shipping = { shippingType: 'Standard', chargePaise: 49_00 } as const
    await db
      .insert(shippingCharges)
      .values(shipping)
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: shipping })
    await fill([{ pricePaise: 300_00 }, { pricePaise: 200_00 }])
    const { orderId = '' } = await order(449_00)
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const [first] = await linesOf(orderId)
    for (const to of ['Return Requested', 'Return Accepted', 'Returned'] as const) {
      await transitionLine(db, { orderId, lineId: first?.id ?? '', to, by: 'store' })
    }

    const { invoice, credit_note: note } = await documentsOf(db, orderId)
    expect(invoice?.total).toBe(449_00)
    expect(invoice?.lines.map(({ total }) => total)).toEqual([240_00, 160_00, 49_00])
    expect(note?.total).toBe(240_00)
    expect(note?.lines).toHaveLength(1)
  })

  test('leaves out items tried and not kept [order.9] [bag.7]', async ({ db, api, me }) => {
    await saveInitialStoreFacts(db, demoFacts)
    for (const name of ['Kept', 'Left']) {
      await addToCart(db, me.userId, { productId: await onSale(db, { name }), trialSize: 'L' })
    }
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    const orderId = startedPayment.order._id
    for (const to of ['Shipped', 'On the way', 'Arrived', 'Size Trialing'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const left = lines.find(({ productName }) => productName === 'Left')
    await keepTrialSize(db, { orderId, lineId: left?.id ?? '', size: null })
    await transitionOrder(db, { orderId, to: 'Delivered', by: 'courier' })

    const { invoice } = await documentsOf(db, orderId)
    expect(invoice?.total).toBe(999_00)
    expect(invoice?.lines.map(({ name }) => name)).toEqual(['Amodra Kept, M'])
  })
})
