import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'

import type { ErrorCode } from '#contract/errors.ts'
import type { PaymentMethod } from '#contract/order.ts'
import { orderPath } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { reuseCoupon } from '#server/commerce/coupons.ts'
import { refundOrder, refundPayment } from '#server/commerce/refunds.ts'
import { releaseReservation } from '#server/commerce/reservations.ts'
import { orderStockItems, reserveStock } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import type { ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** What became of a captured payment. `unknown` is none of ours. */
export type Settled = PaymentOutcome | 'unknown'

/**
 * A payment that the provider has captured, however and however often we hear of it: its order is
 * placed, once. Too late, it is placed if its pieces are still there, else all goes back; so does a
 * sum that was not asked for, whole, and its order is called off.
 */
export function settlePayment(db: Database, captured: ProviderPayment): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const found = await lockPayment(tx, captured.order_id ?? '')
    if (!found) return 'unknown'
    const { order, payment } = found
    if (payment.providerPaymentId === captured.id) return readPaymentOutcome(tx, order)
    if (order.state === 'placed') {
      await refundDuplicate(tx, payment, captured)
      return readPaymentOutcome(tx, order)
    }
    await capture(tx, payment, captured)
    if (!isExpectedAmount(payment, captured)) return cancelWrongAmount(tx, order, captured)
    return order.state === 'expired'
      ? placeLatePayment(tx, order, captured)
      : place(tx, order, captured)
  })
}

type Sum = Pick<ProviderPayment, 'amount' | 'currency'>

/** Whether that is what the shopper was asked to pay. */
export const isExpectedAmount = (
  { amountPaise }: Pick<PaymentRow, 'amountPaise'>,
  { amount, currency }: Sum,
) => amount === amountPaise && currency === 'INR'

async function capture(
  tx: Database,
  { id }: PaymentRow,
  { id: paymentId, amount, currency, method }: ProviderPayment,
) {
  await tx
    .update(payments)
    .set({
      status: 'captured',
      amountPaise: amount,
      currency,
      providerPaymentId: paymentId,
      method: method ?? null,
      capturedAt: clock.now(),
      askAt: clock.later(rules.payment.askPaidMs),
    })
    .where(eq(payments.id, id))
}

async function place(tx: Database, order: OrderRow, captured: ProviderPayment): Promise<Settled> {
  await placePaid(tx, order, captured)
  return 'paid'
}

async function cancelWrongAmount(tx: Database, order: OrderRow, captured: ProviderPayment) {
  log.error({ orderId: order.id }, 'Another sum was captured than was asked for; it goes back')
  await cancelOrder(tx, order, { ...captured, reason: 'wrong_amount' })
  return 'wrong' as const
}

/** The last piece is gone, the coupon was used for another order, or the shopper has left. */
const tooLate = new Set<ErrorCode>(['out_of_stock', 'coupon_not_applicable', 'not_found'])

async function placeLatePayment(tx: Database, order: OrderRow, captured: ProviderPayment) {
  try {
    await tx.transaction((savepoint) => takeAgain(savepoint, order, captured.id))
  } catch (error) {
    if (!(error instanceof StoreError) || !tooLate.has(error.code)) throw error
    await cancelOrder(tx, order, { ...captured, reason: 'late_payment' })
    return 'refunded' as const
  }
  return place(tx, order, captured)
}

type How = Pick<ProviderPayment, 'method' | 'card'>

/** From now on it is an order that shoppers see, and what it holds is not in the bag any more. */
async function placePaid(tx: Database, order: OrderRow, how: How): Promise<void> {
  await showPaid(tx, order, how)
  await tx.update(orderEvents).set({ at: clock.now() }).where(eq(orderEvents.orderId, order.id))
  await removeOrderedLines(tx, order)
}

async function showPaid(tx: Database, { id }: OrderRow, how: How) {
  const now = clock.now()
  await tx
    .update(orders)
    .set({
      state: 'placed',
      paymentStatus: 'paid',
      paymentMethod: paymentLabel(how),
      holdUntil: null,
      placedAt: now,
      movedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, id))
}

const linesOf = (tx: Database, { id }: OrderRow) =>
  tx.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))

/** An expired order takes its pieces and its coupon once more, or it is thrown what is not there. */
async function takeAgain(tx: Database, order: OrderRow, paymentId: string): Promise<void> {
  await refuseErased(tx, order)
  const pieces = orderStockItems(await linesOf(tx, order))
  await reserveStock(tx, pieces, { reason: 'order', reference: `${order.id}:${paymentId}` })
  await reuseCoupon(tx, order.id)
  await notifyPayment(tx, order, there)
}

/** With the account went the address to which it would be brought. */
async function refuseErased(tx: Database, { userId }: OrderRow) {
  const isErased = and(eq(users.id, userId), isNotNull(users.erasedAt))
  if ((await tx.$count(users, isErased)) > 0) {
    throw new StoreError('not_found', 'This account is gone')
  }
}

/**
 * Paid too late or with another sum, it is no order: the shopper sees it as cancelled, and its
 * refund. What it still holds others may have.
 */
async function cancelOrder(
  tx: Database,
  order: OrderRow,
  { reason, ...how }: How & { reason: keyof typeof wordsOf },
): Promise<void> {
  await releaseReservation(tx, order.id)
  await showPaid(tx, order, how)
  const at = clock.now()
  await tx.update(orders).set({ status: 'Cancelled' }).where(eq(orders.id, order.id))
  const lines = await tx
    .update(orderLines)
    .set({ status: 'Cancelled' })
    .where(eq(orderLines.orderId, order.id))
    .returning({ id: orderLines.id })
  const cancelled = { orderId: order.id, status: 'Cancelled', by: 'payment', at } as const
  await tx
    .insert(orderEvents)
    .values([cancelled, ...lines.map(({ id: lineId }) => ({ ...cancelled, lineId }))])
  await refundOrder(tx, order.id, reason)
  await notifyPayment(tx, order, wordsOf[reason])
}

type Words = { title: string; body: string }

const title = 'Your refund is on its way'
const wordsOf = {
  late_payment: {
    title,
    body: "This order expired before your payment arrived. We'll refund the full amount to your account in 5 to 7 days.",
  },
  wrong_amount: {
    title,
    body: "Your payment didn't match the price of this order. We'll refund the full amount to your account in 5 to 7 days.",
  },
} satisfies Record<string, Words>
const there: Words = {
  title: 'Your order is placed',
  body: 'Your payment has come through, and we have what you chose.',
}

/** Whoever pays late has hardly waited at the screen. */
async function notifyPayment(tx: Database, { id, userId }: OrderRow, words: Words) {
  const path = orderPath(id)
  const cause = `order:${id}:paid-late`
  await enqueuePush(tx, {
    userId,
    topic: 'orders',
    words: { ...words, path, tag: `order-${id}` },
    cause,
  })
}

/**
 * What was ordered leaves the bag when it is paid, not before: who does not pay still has it. What
 * was put in meanwhile stays.
 */
async function removeOrderedLines(tx: Database, { id, userId }: OrderRow): Promise<void> {
  const ordered = await tx.select().from(orderLines).where(eq(orderLines.orderId, id))
  for (const { productId, size, quantity } of ordered) {
    const isIt = and(
      eq(cartLines.userId, userId),
      eq(cartLines.productId, productId),
      eq(cartLines.size, size),
    )
    const [kept] = await tx
      .update(cartLines)
      .set({ quantity: sql`${cartLines.quantity} - ${quantity}` })
      .where(and(isIt, gt(cartLines.quantity, quantity)))
      .returning({ id: cartLines.id })
    if (!kept) await tx.delete(cartLines).where(isIt)
  }
  const isEmpty = (await tx.$count(cartLines, eq(cartLines.userId, userId))) === 0
  await tx
    .update(carts)
    .set({
      couponId: null,
      ...(isEmpty ? emptyChoices : {}),
      version: sql`${carts.version} + 1`,
      updatedAt: clock.now(),
    })
    .where(eq(carts.userId, userId))
}

const emptyChoices = {
  purchaseType: 'Standard',
  receiverName: null,
  receiverContactNumber: null,
} as const

/** How it was paid, in the words of an order: what the provider says, never the browser. */
function paymentLabel({ method, card }: Pick<ProviderPayment, 'method' | 'card'>): PaymentMethod {
  if (method === 'upi') return 'UPI'
  if (method === 'netbanking') return 'Net banking'
  if (method === 'card') return card?.type === 'debit' ? 'Debit card' : 'Credit card'
  return 'Prepaid'
}

/** How an order stands that was paid. `refunded` was paid too late, `wrong` with another sum. */
export type PaymentOutcome = 'paid' | 'refunded' | 'wrong' | 'cancelled'

/** An order that is called off says why in what went back for it. */
export async function readPaymentOutcome(
  db: Database,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<PaymentOutcome> {
  if (status !== 'Cancelled') return 'paid'
  const back = await db
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.orderId, id))
  const isFor = (wanted: (typeof back)[number]['reason']) =>
    back.some(({ reason }) => reason === wanted)
  if (isFor('late_payment')) return 'refunded'
  return isFor('wrong_amount') ? 'wrong' : 'cancelled'
}

/**
 * What the provider's order was made for, and the bag of who made it, held in the order in which
 * everybody holds them: bag, order, then the shelves.
 */
async function lockPayment(tx: Database, providerOrderId: string) {
  const [named] = await tx
    .select({ orderId: payments.orderId, userId: orders.userId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.providerOrderId, providerOrderId), eq(payments.kind, 'checkout')))
  if (!named) return undefined
  await tx.select().from(carts).where(eq(carts.userId, named.userId)).for('update')
  const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('update')
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.providerOrderId, providerOrderId))
  return order && payment ? { order, payment } : undefined
}

type Captured = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method'>

/** The order is paid already, by another payment: this one goes back once, and the order stays. */
export async function refundDuplicate(
  tx: Database,
  { orderId, provider, kind }: PaymentRow,
  { id, amount, currency, method }: Captured,
): Promise<void> {
  const [again] = await tx
    .insert(payments)
    .values({
      ...{ orderId, provider, kind, currency },
      status: 'captured',
      amountPaise: amount,
      providerPaymentId: id,
      method: method ?? null,
      createdAt: clock.now(),
      capturedAt: clock.now(),
    })
    .onConflictDoNothing({ target: payments.providerPaymentId })
    .returning()
  if (again) await refundPayment(tx, again, 'paid_twice')
}
