import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'

import type { Paise } from '#contract/money.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type PaymentRow = typeof payments.$inferSelect
type Reason = (typeof refunds.$inferSelect)['reason']

/** What was captured for an order and has not gone back yet, payment by payment. */
async function readOpenAmounts(tx: Database, orderId: string) {
  const captured = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['captured', 'refunded'])))
    .orderBy(asc(payments.capturedAt), asc(payments.id))
  const back = await tx
    .select({
      paymentId: refunds.paymentId,
      paise: sql<string>`sum(${refunds.amountPaise})`,
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
    .groupBy(refunds.paymentId)
  const backOf = ({ id }: PaymentRow) =>
    Number(back.find(({ paymentId }) => paymentId === id)?.paise ?? 0)
  return captured.map((payment) => ({ payment, open: payment.amountPaise - backOf(payment) }))
}

type Wanted = {
  orderId: string
  /** Names what it is for: the same cause refunds once. */
  cause: string
  reason: Reason
  lineId?: string
  /** At most this; left out, all that was captured. */
  amountPaise?: number
}

/** Writes down what has to go back, taken from the payments in their order; gives the amount. */
async function owe(tx: Database, { amountPaise = Infinity, ...wanted }: Wanted): Promise<Paise> {
  const { orderId, cause, reason, lineId } = wanted
  let left = amountPaise
  for (const { payment, open } of await readOpenAmounts(tx, orderId)) {
    const part = Math.min(left, open)
    if (part <= 0) continue
    const [owed] = await tx
      .insert(refunds)
      .values({
        paymentId: payment.id,
        orderId,
        reason,
        lineId: lineId ?? null,
        reference: `${cause}:${payment.id}`,
        amountPaise: part,
        createdAt: clock.now(),
        tryAt: clock.now(),
      })
      .onConflictDoNothing({ target: refunds.reference })
      .returning({ id: refunds.id })
    if (owed) left -= part
  }
  return (amountPaise === Infinity ? 0 : amountPaise - left) as Paise
}

/** What was paid beside an order, and is no part of what went back for it. */
const beside: Reason[] = ['paid_twice', 'not_asked']

/**
 * All that was paid for an order goes back, charges included. The order is held by the caller, and
 * shows rupees: a sum in another coin goes back in that, and is not added to them.
 */
export async function refundOrder(tx: Database, orderId: string, reason: Reason): Promise<void> {
  await owe(tx, { orderId, reason, cause: `${reason}:${orderId}` })
  const isOfOrder = eq(refunds.orderId, orderId)
  const isRupees = eq(payments.currency, 'INR')
  const [owed] = await tx
    .select({ paise: sql<string>`coalesce(sum(${refunds.amountPaise}), 0)` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(isOfOrder, ne(refunds.status, 'failed'), notInArray(refunds.reason, beside), isRupees),
    )
  const refundedPaise = Number(owed?.paise ?? 0)
  if (refundedPaise === 0) return
  await tx.update(orders).set({ refundedPaise }).where(eq(orders.id, orderId))
  await tx
    .update(orderLines)
    .set({ refundedPaise: orderLines.netPaise })
    .where(eq(orderLines.orderId, orderId))
}

type LineRefund = { lineId: string; reason: 'returned' | 'trial_unsold' }

/**
 * What a line cost, net of its share of the coupon and without charges, goes back: once, and never
 * more than was captured. The order is held by the caller. Gives the amount; nothing where nothing
 * was paid.
 */
export async function refundLine(tx: Database, { lineId, reason }: LineRefund): Promise<Paise> {
  const [line] = await tx.select().from(orderLines).where(eq(orderLines.id, lineId))
  if (!line || line.netPaise - line.refundedPaise <= 0) return 0 as Paise
  const owed = await owe(tx, {
    orderId: line.orderId,
    lineId,
    reason,
    cause: `${reason}:${lineId}`,
    amountPaise: line.netPaise - line.refundedPaise,
  })
  if (owed === 0) return owed
  await tx
    .update(orderLines)
    .set({ refundedPaise: sql`${orderLines.refundedPaise} + ${owed}` })
    .where(eq(orderLines.id, lineId))
  await tx
    .update(orders)
    .set({ refundedPaise: sql`${orders.refundedPaise} + ${owed}` })
    .where(eq(orders.id, line.orderId))
  return owed
}

/** One payment too many, or with a sum that was not asked for, goes back whole. */
export async function refundPayment(
  tx: Database,
  payment: Pick<PaymentRow, 'id' | 'orderId' | 'amountPaise'>,
  reason: 'paid_twice' | 'not_asked',
): Promise<void> {
  const now = clock.now()
  await tx
    .insert(refunds)
    .values({
      paymentId: payment.id,
      orderId: payment.orderId,
      reason,
      reference: `${reason}:${payment.id}`,
      amountPaise: payment.amountPaise,
      createdAt: now,
      tryAt: now,
    })
    .onConflictDoNothing({ target: refunds.reference })
}
