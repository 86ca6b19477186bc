import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'

import { arrivalText, promisedArrival } from '#contract/delivery/deliveryPromise.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { PaymentMethod, UnplacedReason } from '#contract/orders/order.ts'
import { orderPath } from '#contract/pages/paths.ts'
import { unplacedOrderTexts } from '#contract/orders/paymentTexts.ts'
import * as rules from '#contract/rules.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { restoreRedemption } from '#server/commerce/coupons.ts'
import { accountNotFound } from '#server/commerce/errors.ts'
import { confirmPhoneOrder } from '#server/commerce/orders/phoneOrders.ts'
import { refundOrder, refundPayment } from '#server/commerce/orders/refunds.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'
import { orderStockItems, reserveStock, releaseReservation } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { orderEvents, orderLines, orders, type OrderRow } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import type { ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { enqueuePush, type NotificationText } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export type PaymentRow = typeof payments.$inferSelect

/**
 * The outcome of a captured payment. `unknown`: the payment does not belong to an order of the
 * store.
 */
type SettlementOutcome = PaymentOutcome | 'unknown'

/**
 * Settles a captured payment; repeated calls have no further effect. Its order is placed. If the
 * order has expired, it is placed only if its items are still in stock, otherwise it is cancelled
 * and refunded. So is an order that was replaced by a later one of the same bag, because the customer
 * would get everything twice. A payment with the wrong amount is refunded in full and its order
 * cancelled.
 */
export function settlePayment(db: Database, captured: ProviderPayment): Promise<SettlementOutcome> {
  return inTransaction(db, async (tx) => {
    const locked = await lockPayment(tx, captured.order_id ?? '')
    if (!locked) return 'unknown'
    const { order, payment } = locked
    if (payment.providerPaymentId === captured.id) return paymentOutcomeOf(order)
    if (order.checkoutStatus === 'completed') {
      await refundDuplicate(tx, payment, captured)
      return paymentOutcomeOf(order)
    }
    await capture(tx, payment, captured)
    return placeUnpaidOrder(tx, order, { ...captured, askedPaise: payment.amountPaise })
  })
}

/** A captured payment of an order that is not placed yet. */
type CapturedInFull = Omit<ProviderPayment, 'status' | 'order_id'> & {
  /** The amount that the customer was asked to pay. */
  askedPaise: number
}

/** Places an order whose payment was captured, or cancels and refunds it. The order is locked. */
export async function placeUnpaidOrder(
  tx: Database,
  order: OrderRow,
  { askedPaise, ...captured }: CapturedInFull,
): Promise<PaymentOutcome> {
  if (!isExpectedAmount({ amountPaise: askedPaise }, captured)) {
    return cancelWrongAmount(tx, order, captured)
  }
  if (order.replacedById) return cancelReplaced(tx, order, captured)
  return order.checkoutStatus === 'expired'
    ? placeExpiredOrder(tx, order, captured)
    : placeReservedOrder(tx, order, captured)
}

type Captured = Omit<CapturedInFull, 'askedPaise'>

type Amount = Pick<ProviderPayment, 'amount' | 'currency'>

/** Whether the captured amount is what the customer was asked to pay. */
export const isExpectedAmount = (
  { amountPaise }: Pick<PaymentRow, 'amountPaise'>,
  { amount, currency }: Amount,
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
      nextCheckAt: clock.later(rules.payment.duplicateCheckMs),
    })
    .where(eq(payments.id, id))
}

async function placeReservedOrder(
  tx: Database,
  order: OrderRow,
  captured: Captured,
): Promise<PaymentOutcome> {
  await placePaid(tx, order, captured)
  return 'paid'
}

async function cancelWrongAmount(tx: Database, order: OrderRow, captured: Captured) {
  log.error({ orderId: order.id }, 'An unexpected amount was captured; refunding it')
  return cancelOrder(tx, order, { ...captured, reason: 'wrong_amount' })
}

const cancelReplaced = (tx: Database, order: OrderRow, captured: Captured) =>
  cancelOrder(tx, order, { ...captured, reason: 'replaced' })

/**
 * Errors by which an expired order cannot be placed: the stock is gone, the coupon was used for
 * another order, or the account was erased.
 */
const unplaceableCodes = new Set<ErrorCode>(['out_of_stock', 'coupon_not_applicable', 'not_found'])

async function placeExpiredOrder(tx: Database, order: OrderRow, captured: Captured) {
  try {
    await tx.transaction((savepoint) => reserveAgain(savepoint, order, captured.id))
  } catch (error) {
    if (!(error instanceof StoreError) || !unplaceableCodes.has(error.code)) throw error
    return cancelOrder(tx, order, { ...captured, reason: 'late_payment' })
  }
  // Who ordered on the phone is told of every placed order.
  if (order.channel === 'shop') {
    await notifyPayment(tx, order, placedText(order, await readStoreTerms(tx)))
  }
  return placeReservedOrder(tx, order, captured)
}

type PaymentDetails = Pick<ProviderPayment, 'method' | 'card'>

/** Places a paid order and removes its items from the cart. An order on the phone did not come from the cart. */
async function placePaid(tx: Database, order: OrderRow, details: PaymentDetails): Promise<void> {
  const { promisedBy } = await markPaid(tx, order, details)
  await tx.update(orderEvents).set({ at: clock.now() }).where(eq(orderEvents.orderId, order.id))
  if (order.channel === 'shop') await removeOrderedLines(tx, order)
  else await confirmPhoneOrder(tx, { ...order, promisedBy })
}

async function markPaid(tx: Database, order: OrderRow, details: PaymentDetails) {
  const now = clock.now()
  const promisedBy = promiseOf(order, now, await readStoreTerms(tx))
  await tx
    .update(orders)
    .set({
      checkoutStatus: 'completed',
      paymentStatus: 'paid',
      paymentMethod: paymentLabel(details),
      holdUntil: null,
      placedAt: now,
      ...{ promisedBy, movedAt: now },
    })
    .where(eq(orders.id, order.id))
  return { promisedBy }
}

/** What the checkout promised holds while it reserves the items; an expired order, and one on the phone, is promised now. */
function promiseOf(
  { checkoutStatus, promisedBy, deliveryMinutes }: OrderRow,
  now: Date,
  terms: StoreTerms,
): Date {
  return checkoutStatus === 'awaiting_payment' && promisedBy
    ? promisedBy
    : promisedArrival(deliveryMinutes, now, terms)
}

const linesOf = (tx: Database, { id }: OrderRow) =>
  tx.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))

/**
 * Reserves the stock and the coupon of an expired order again.
 *
 * @throws StoreError with a code in `unplaceableCodes`
 */
async function reserveAgain(tx: Database, order: OrderRow, paymentId: string): Promise<void> {
  await refuseErased(tx, order)
  const items = orderStockItems(order, await linesOf(tx, order))
  await reserveStock(tx, items, { reason: 'order', reference: `${order.id}:${paymentId}` })
  await restoreRedemption(tx, order.id)
}

/** The address was deleted with the account. */
async function refuseErased(tx: Database, { userId }: OrderRow) {
  const isErased = and(eq(users.id, userId), isNotNull(users.erasedAt))
  if ((await tx.$count(users, isErased)) > 0) {
    throw accountNotFound()
  }
}

/**
 * Shows the order to the customer as cancelled, with its refund, and releases what it has reserved.
 */
async function cancelOrder(
  tx: Database,
  order: OrderRow,
  { reason, ...details }: PaymentDetails & { reason: UnplacedReason },
): Promise<PaymentOutcome> {
  await releaseReservation(tx, order.id)
  await markPaid(tx, order, details)
  const at = clock.now()
  await tx
    .update(orders)
    .set({ status: 'Cancelled', unplacedReason: reason })
    .where(eq(orders.id, order.id))
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
  const body = unplacedOrderTexts[reason]
  await notifyPayment(tx, order, { title: 'Your refund is on its way', body })
  return unplacedOutcomes[reason]
}

function placedText(order: OrderRow, terms: StoreTerms): NotificationText {
  const now = clock.now()
  const arrival = arrivalText(promiseOf(order, now, terms), now, terms)
  const body = `We’ve received your payment and confirmed your order. It arrives ${arrival}.`
  return { title: 'Your order is placed', body }
}

/** The customer may have left the payment page, so the outcome is sent as a notification. */
async function notifyPayment(tx: Database, { id, userId }: OrderRow, text: NotificationText) {
  const path = orderPath(id)
  const cause = `order:${id}:payment-settled`
  await enqueuePush(tx, {
    userId,
    topic: 'orders',
    text: { ...text, path, tag: `order-${id}` },
    cause,
  })
}

/** Removes the ordered items from the cart once they are paid. Items added meanwhile stay. */
async function removeOrderedLines(tx: Database, { id, userId }: OrderRow): Promise<void> {
  const ordered = await tx.select().from(orderLines).where(eq(orderLines.orderId, id))
  for (const { productId, size, quantity } of ordered) {
    const isCartLine = and(
      eq(cartLines.userId, userId),
      eq(cartLines.productId, productId),
      eq(cartLines.size, size),
    )
    const [reducedLine] = await tx
      .update(cartLines)
      .set({ quantity: sql`${cartLines.quantity} - ${quantity}` })
      .where(and(isCartLine, gt(cartLines.quantity, quantity)))
      .returning({ id: cartLines.id })
    if (!reducedLine) await tx.delete(cartLines).where(isCartLine)
  }
  const isEmpty = (await tx.$count(cartLines, eq(cartLines.userId, userId))) === 0
  await tx
    .update(carts)
    .set({
      couponId: null,
      ...(isEmpty ? emptyCartDefaults : {}),
      updatedAt: clock.now(),
    })
    .where(eq(carts.userId, userId))
}

const emptyCartDefaults = {
  purchaseType: 'Standard',
  receiverName: null,
  receiverContactNumber: null,
} as const

/** The payment method as orders show it, from the data of the provider. */
function paymentLabel({ method, card }: Pick<ProviderPayment, 'method' | 'card'>): PaymentMethod {
  if (method === 'upi') return 'UPI'
  if (method === 'netbanking') return 'Net banking'
  if (method === 'card') return card?.type === 'debit' ? 'Debit card' : 'Credit card'
  return 'Prepaid'
}

/**
 * The outcome of a paid order. `refunded`: paid too late; `replaced`: by a later order of the same bag;
 * `wrong`: wrong amount.
 */
export type PaymentOutcome = 'paid' | 'refunded' | 'replaced' | 'wrong' | 'cancelled'

const unplacedOutcomes = {
  late_payment: 'refunded',
  replaced: 'replaced',
  wrong_amount: 'wrong',
} as const satisfies Record<UnplacedReason, PaymentOutcome>

/** The outcome of the payment of an order whose checkout is completed. */
export function paymentOutcomeOf({
  status,
  unplacedReason,
}: Pick<OrderRow, 'status' | 'unplacedReason'>): PaymentOutcome {
  if (unplacedReason) return unplacedOutcomes[unplacedReason]
  return status === 'Cancelled' ? 'cancelled' : 'paid'
}

/**
 * Finds the payment of a provider order and locks its cart and order. Locks are always taken in
 * this order: cart, order, stock.
 */
async function lockPayment(tx: Database, providerOrderId: string) {
  const [reference] = await tx
    .select({ orderId: payments.orderId, userId: orders.userId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.providerOrderId, providerOrderId), eq(payments.kind, 'checkout')))
  if (!reference) return undefined
  await tx.select().from(carts).where(eq(carts.userId, reference.userId)).for('update')
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.id, reference.orderId))
    .for('update')
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.providerOrderId, providerOrderId))
  return order && payment ? { order, payment } : undefined
}

type CapturedPayment = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method'>

/** Refunds a second payment for an order that is paid already. A repeated call has no effect. */
export async function refundDuplicate(
  tx: Database,
  { orderId, provider, kind }: PaymentRow,
  { id, amount, currency, method }: CapturedPayment,
): Promise<void> {
  const [duplicate] = await tx
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
  if (duplicate) await refundPayment(tx, duplicate, 'paid_twice')
}
