import { and, asc, eq, inArray, ne } from 'drizzle-orm'

import { toPaise } from '#contract/values/money.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import type { App } from '#server/app/api/createApp.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { orderRequest, placeOrder, readCart, test as checkoutTest } from './checkoutTest.ts'
import { payInWindow, startedPaymentOf, verify } from './paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider, staffCalls } from './staffTest.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'

const couponPaise = 100_00

type Answer = { status: number; body: { result?: StaffOrder; msg?: string } }
type Bag = { pricePaise: number; quantity: number }[]

/** Paid at the door or online; `trial` is a paid Try & Buy order. */
type OrderKind = 'cash' | 'prepaid' | 'trial'

type ItemChanges = {
  /** Places an order of these items, of size M each (to try also in L), with a coupon of ₹100. */
  order: (bag: Bag, kind?: OrderKind) => Promise<{ number: string; productIds: string[] }>
  /** Sends '/cancel-item', '/swap-size' … of an order as a manager. */
  send: (number: string, path: string, body: object) => Promise<Answer>
}

/** A test of an order whose items a manager changes. */
export const test = checkoutTest.extend<ItemChanges>({
  order: async ({ db, api, me }, use) =>
    use(async (bag, kind = 'prepaid') => {
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
        const id = await addToCart(db, me.userId, {
          ...{ productId, quantity, couponId },
          ...(kind === 'trial' && { trialSize: 'L' }),
        })
        const addedAt = new Date(clock.now().getTime() + nth)
        await db.update(cartLines).set({ addedAt }).where(eq(cartLines.id, id))
        productIds.push(productId)
      }
      const cart = await readCart(api, me)
      const totalAmount = toPaise(cart.totalAmount) - couponPaise
      const paymentMethod = kind === 'cash' ? 'cash on delivery' : 'prepaid'
      const body = orderRequest(me, cart, { totalAmount, paymentMethod })
      const sent = await placeOrder(api, me, { body })
      const { order } = sent.response.result as { order: { _id: string } }
      if (kind !== 'cash') {
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

/** Sends an order that is ready to the door with a rider, whose calls it returns; of a Try & Buy order the trial begins. */
export async function bringToDoor(
  { db, api }: { db: Database; api: Pick<App, 'request'> },
  send: ItemChanges['send'],
  number: string,
) {
  const rider = await aRider(db)
  const call = staffCalls(api, rider.token)
  await send(number, '/move', { move: 'handOver', from: 'ready', riderId: rider.agentId })
  const steps = [
    { move: 'startDelivery', from: 'withRider' },
    { move: 'arrive', from: 'onTheWay' },
    { move: 'startTrial', from: 'atDoor' },
  ]
  const { purchaseType } = await orderOf(db, number)
  for (const step of purchaseType === 'Standard' ? steps.slice(0, 1) : steps) {
    await call('POST', `/orders/${number}/move`, step)
  }
  return {
    agentId: rider.agentId,
    /** A call of the rider about the order. */
    call: <Result>(path: string, body: object) =>
      call<Result>('POST', `/orders/${number}${path}`, body),
  }
}

/** The texts of the last push that the customer gets. */
export async function lastPush(db: Database, cause: string) {
  const rows = await db.select().from(jobs).where(eq(jobs.kind, 'push'))
  return JSON.stringify(
    rows.filter((row) => row.cause?.includes(cause)).map(({ payload }) => payload),
  )
}
