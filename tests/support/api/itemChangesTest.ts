import { and, asc, eq, inArray, ne } from 'drizzle-orm'

import { toPaise } from '#contract/money.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { orderRequest, placeOrder, readCart, test as checkoutTest } from './checkoutTest.ts'
import { payInWindow, startedPaymentOf, verify } from './paymentTest.ts'
import { withToken } from './requests.ts'
import { aPerson } from './staffTest.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'

const couponPaise = 100_00

type Answer = { status: number; body: { result?: StaffOrder; msg?: string } }
type Bag = { pricePaise: number; quantity: number }[]

type ItemChanges = {
  /** Places an order of these items, of size M each, with a coupon of ₹100. */
  order: (bag: Bag, how?: 'cash' | 'prepaid') => Promise<{ number: string; productIds: string[] }>
  /** Sends '/cancel-item', '/swap-size' … of an order as a manager. */
  send: (number: string, path: string, body: object) => Promise<Answer>
}

/** A test of an order whose items a manager changes. */
export const test = checkoutTest.extend<ItemChanges>({
  order: async ({ db, api, me }, use) =>
    use(async (bag, how = 'prepaid') => {
      const subscription = {
        endpoint: `https://push.example/${me.userId}`,
        keys: { p256dh: 'BFx_', auth: 'c2-' },
      }
      const chosen = { subscription, topics: ['orders'] }
      await api.request('/api/push/subscribe', withToken(me.token, 'POST', chosen))
      const { id: couponId } = await aCoupon(db, { amountPaise: couponPaise })
      const productIds: string[] = []
      for (const [nth, { pricePaise, quantity }] of bag.entries()) {
        const productId = await onSale(db, { pricePaise, mrpPaise: pricePaise + 1000_00 })
        const id = await addToCart(db, me.userId, { productId, quantity, couponId })
        const addedAt = new Date(clock.now().getTime() + nth)
        await db.update(cartLines).set({ addedAt }).where(eq(cartLines.id, id))
        productIds.push(productId)
      }
      const cart = await readCart(api, me)
      const totalAmount = toPaise(cart.totalAmount) - couponPaise
      const paymentMethod = how === 'cash' ? 'cash on delivery' : how
      const body = orderRequest(me, cart, { totalAmount, paymentMethod })
      const sent = await placeOrder(api, me, { body })
      const { order } = sent.response.result as { order: { _id: string } }
      if (how === 'prepaid') {
        await verify(api, me, (await payInWindow(api, startedPaymentOf(sent))).response)
      }
      return { number: await numberOf(db, order._id), productIds }
    }),
  send: async ({ db, api }, use) => {
    const { token } = await aPerson(db, 'manager')
    await use(async (number, path, body) => {
      const url = `/api/staff/orders/${number}${path}`
      const response = await api.request(url, withToken(token, 'POST', body))
      return { status: response.status, body: await response.json() }
    })
  },
})

async function numberOf(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order!.orderNumber
}

export const orderOf = async (db: Database, number: string) =>
  (await db.select().from(orders).where(eq(orders.orderNumber, number)))[0]!

export async function moneyOf(db: Database, number: string) {
  const order = await orderOf(db, number)
  const paid = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, ['captured', 'refunded'])))
  const given = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), ne(refunds.status, 'failed')))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const total = (amounts: { amountPaise: number }[]) =>
    amounts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return { order, lines, refunds: given, capturedPaise: total(paid), givenPaise: total(given) }
}

/** The texts of the last push that the customer gets. */
export async function lastPush(db: Database, cause: string) {
  const rows = await db.select().from(jobs).where(eq(jobs.kind, 'push'))
  return JSON.stringify(
    rows.filter((row) => row.cause?.includes(cause)).map(({ payload }) => payload),
  )
}
