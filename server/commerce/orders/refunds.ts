import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'

import type { Paise } from '#contract/values/money.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { isFirstAttempt, payments, refunds } from '#server/database/schema/payments.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type PaymentRow = typeof payments.$inferSelect
type Reason = (typeof refunds.$inferSelect)['reason']

/** Reads for each payment of an order how much was captured and is not refunded yet. */
async function readRefundableAmounts(tx: Database, orderId: string) {
  const captured = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['captured', 'refunded'])))
    .orderBy(asc(payments.capturedAt), asc(payments.id))
  const refunded = await tx
    .select({
      paymentId: refunds.paymentId,
      paise: sql<string>`sum(${refunds.amountPaise})`,
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
    .groupBy(refunds.paymentId)
  const refundedPaiseFor = ({ id }: PaymentRow) =>
    Number(refunded.find(({ paymentId }) => paymentId === id)?.paise ?? 0)
  return captured.map((payment) => ({
    payment,
    refundablePaise: payment.amountPaise - refundedPaiseFor(payment),
  }))
}

type RefundRequest = {
  orderId: string
  /** Identifies the event that is refunded. The same cause is refunded only once. */
  cause: string
  reason: Reason
  lineId?: string
  /** The maximum to refund. Without it, everything that was captured is refunded. */
  amountPaise?: number
}

/**
 * Creates pending refunds, from the oldest payment to the newest. Returns their total.
 */
async function createRefunds(
  tx: Database,
  { amountPaise = Infinity, ...request }: RefundRequest,
): Promise<Paise> {
  const { orderId, cause, reason, lineId } = request
  let createdPaise = 0
  for (const { payment, refundablePaise } of await readRefundableAmounts(tx, orderId)) {
    const partPaise = Math.min(amountPaise - createdPaise, refundablePaise)
    if (partPaise <= 0) continue
    const isCreated = await createRefund(tx, {
      ...{ paymentId: payment.id, orderId, reason, lineId: lineId ?? null },
      reference: `${cause}:${payment.id}`,
      amountPaise: partPaise,
    })
    if (isCreated) createdPaise += partPaise
  }
  return createdPaise as Paise
}

type NewRefund = Omit<typeof refunds.$inferInsert, 'createdAt' | 'nextAttemptAt'>

/** Creates a refund that is sent at once. Returns false if its cause has been refunded already. */
async function createRefund(tx: Database, refund: NewRefund): Promise<boolean> {
  const now = clock.now()
  const created = await tx
    .insert(refunds)
    .values({ ...refund, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing({ target: refunds.reference, where: isFirstAttempt })
    .returning({ id: refunds.id })
  return created.length > 0
}

/** Refunds with these reasons return a surplus payment. They do not count as refunds of the order itself. */
export const surplusReasons: Reason[] = ['paid_twice', 'not_asked']

/**
 * Refunds everything that was paid for an order, charges included. The caller has locked the order.
 * The order shows its refund in rupees: a payment in another currency is refunded in that currency
 * and not added to the sum.
 */
export async function refundOrder(tx: Database, orderId: string, reason: Reason): Promise<void> {
  await createRefunds(tx, { orderId, reason, cause: `${reason}:${orderId}` })
  const isOfOrder = eq(refunds.orderId, orderId)
  const isRupees = eq(payments.currency, 'INR')
  const [refunded] = await tx
    .select({ paise: sql<string>`coalesce(sum(${refunds.amountPaise}), 0)` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        isOfOrder,
        ne(refunds.status, 'failed'),
        notInArray(refunds.reason, surplusReasons),
        isRupees,
      ),
    )
  const refundedPaise = Number(refunded?.paise ?? 0)
  if (refundedPaise === 0) return
  await tx.update(orders).set({ refundedPaise }).where(eq(orders.id, orderId))
  await tx
    .update(orderLines)
    .set({ refundedPaise: orderLines.netPaise })
    // What was cancelled before has its refund, if it was paid at all.
    .where(and(eq(orderLines.orderId, orderId), isNull(orderLines.cancelReason)))
}

type LineRefund = {
  lineId: string
  reason: 'returned' | 'trial_unsold' | 'item_cancelled'
  /** A part of the line that was not paid yet, and is not collected any more. */
  offsetPaise?: number
}

/**
 * Refunds what a line cost, net of its share of the coupon and without charges. A line is refunded
 * once, and never more than was captured. The caller has locked the order. Returns the amount, 0 if
 * nothing was paid.
 */
export async function refundLine(
  tx: Database,
  { lineId, reason, offsetPaise = 0 }: LineRefund,
): Promise<Paise> {
  const [line] = await tx.select().from(orderLines).where(eq(orderLines.id, lineId))
  if (!line || line.netPaise - line.refundedPaise - offsetPaise <= 0) return 0 as Paise
  const refundedPaise = await createRefunds(tx, {
    orderId: line.orderId,
    lineId,
    reason,
    cause: `${reason}:${lineId}`,
    amountPaise: line.netPaise - line.refundedPaise - offsetPaise,
  })
  if (refundedPaise === 0) return refundedPaise
  await tx
    .update(orderLines)
    .set({ refundedPaise: sql`${orderLines.refundedPaise} + ${refundedPaise}` })
    .where(eq(orderLines.id, lineId))
  await tx
    .update(orders)
    .set({ refundedPaise: sql`${orders.refundedPaise} + ${refundedPaise}` })
    .where(eq(orders.id, line.orderId))
  return refundedPaise
}

/** Refunds a surplus payment, or one with an unexpected amount, in full. */
export async function refundPayment(
  tx: Database,
  payment: Pick<PaymentRow, 'id' | 'orderId' | 'amountPaise'>,
  reason: 'paid_twice' | 'not_asked',
): Promise<void> {
  const { id: paymentId, orderId, amountPaise } = payment
  const reference = `${reason}:${paymentId}`
  await createRefund(tx, { paymentId, orderId, amountPaise, reason, reference })
}

type GivenRefund = {
  orderId: string
  amountPaise: number
  reason: Reason
  lineId?: string | undefined
}

/** What was captured for an order and is not refunded yet, in paise. */
export async function readRefundable(db: Database, orderId: string): Promise<Paise> {
  const amounts = await readRefundableAmounts(db, orderId)
  return amounts.reduce((total, { refundablePaise }) => total + refundablePaise, 0) as Paise
}

/**
 * Refunds an amount that the store gives back of its own accord. The caller has locked the order, and has checked that
 * the amount is refundable.
 */
export async function refundAmount(tx: Database, refund: GivenRefund): Promise<void> {
  const { orderId, amountPaise, reason, lineId } = refund
  const refundedPaise = await createRefunds(tx, {
    ...{ orderId, amountPaise, reason, cause: `${reason}:${randomUUID()}` },
    ...(lineId && { lineId }),
  })
  if (refundedPaise !== amountPaise) throw new Error('The amount could not be refunded')
  await tx
    .update(orders)
    .set({ refundedPaise: sql`${orders.refundedPaise} + ${refundedPaise}` })
    .where(eq(orders.id, orderId))
  if (!lineId) return
  await tx
    .update(orderLines)
    .set({ refundedPaise: sql`${orderLines.refundedPaise} + ${refundedPaise}` })
    .where(eq(orderLines.id, lineId))
}
