import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'

import { markOrderChanged } from '#server/commerce/orders/orderChanges.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderRefund } from '#server/platform/payments/paymentProvider.ts'
import { backOff, claimDueRows } from '#server/platform/runtime/claimRows.ts'
import { clock, hourMs, minuteMs } from '#server/platform/runtime/clock.ts'

const batchSize = 20
const retries = { firstMs: minuteMs, maxMs: hourMs }

/**
 * Sends due refunds to the provider, or reads the status of those already sent. The refund id is
 * the idempotency key, so a retry does not refund twice. Cash refunds are paid out by staff.
 */
export async function sendRefunds(db: Database, provider: PaymentProvider): Promise<void> {
  for (const { id: key, amountPaise, ...refund } of await claimDueRefunds(db, provider)) {
    try {
      const { id, status } = refund.providerRefundId
        ? await provider.readRefund(refund.providerRefundId)
        : await provider.refund({ paymentId: refund.providerPaymentId ?? '', amountPaise, key })
      await db.update(refunds).set({ providerRefundId: id }).where(eq(refunds.id, key))
      await settleRefund(db, { id, status })
    } catch (error) {
      log.error({ err: error, refundId: key }, 'A refund could not be sent')
    }
  }
}

/** Claims due refunds for this process; each is due again after a growing pause. */
async function claimDueRefunds(db: Database, provider: PaymentProvider) {
  const ofCapturedPayment = and(
    eq(payments.id, refunds.paymentId),
    eq(payments.provider, provider.name),
    isNotNull(payments.providerPaymentId),
  )
  const claimed = await claimDueRows(db, refunds, {
    dueAt: refunds.nextAttemptAt,
    where: and(
      eq(refunds.status, 'pending'),
      exists(db.select({ id: payments.id }).from(payments).where(ofCapturedPayment)),
    ),
    limit: batchSize,
    lease: { nextAttemptAt: backOff(refunds.tries, retries) },
  })
  if (claimed.length === 0) return []
  return db
    .select({
      id: refunds.id,
      amountPaise: refunds.amountPaise,
      providerRefundId: refunds.providerRefundId,
      providerPaymentId: payments.providerPaymentId,
    })
    .from(refunds)
    .innerJoin(payments, ofCapturedPayment)
    .where(
      inArray(
        refunds.id,
        claimed.map(({ id }) => id),
      ),
    )
}

type RefundStatus = Pick<ProviderRefund, 'id' | 'status'>

/**
 * Records the result of a refund; the first final status counts. A failed refund is tried again as a
 * new one, created at the time of the failure.
 */
export function settleRefund(db: Database, { id, status }: RefundStatus): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (status === 'pending') return
    const [refund] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, id))
    // Before the refund, because other transactions lock the order first too.
    if (refund) await markOrderChanged(tx, refund.orderId)
    const [settled] = await tx
      .update(refunds)
      .set({ status, settledAt: clock.now() })
      .where(and(eq(refunds.providerRefundId, id), eq(refunds.status, 'pending')))
      .returning()
    if (!settled || status === 'processed') return
    log.error({ refundId: settled.id }, 'A refund has failed at the bank')
    const { paymentId, orderId, lineId, reason, amountPaise, reference } = settled
    await tx.insert(refunds).values({
      ...{ paymentId, orderId, lineId, reason, amountPaise, reference },
      retryOfId: settled.id,
      createdAt: clock.now(),
      nextAttemptAt: clock.later(hourMs),
    })
  })
}

/** Cash refunds that staff have to pay out, oldest first. */
export function readDueCashRefunds(db: Database) {
  return db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      orderNumber: orders.orderNumber,
      amountPaise: refunds.amountPaise,
      contactNumber: users.contactNumber,
      refundAccount: orders.refundAccount,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, 'cash')))
    .orderBy(asc(refunds.createdAt))
}

/** Records that a cash refund was paid out. Returns whether it was due. */
export async function payOutCash(db: Database, refundId: string): Promise<boolean> {
  const isOwed = (await readDueCashRefunds(db)).some(({ id }) => id === refundId)
  if (!isOwed) return false
  const paid = await db
    .update(refunds)
    .set({ status: 'processed', settledAt: clock.now() })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning({ orderId: refunds.orderId })
  for (const { orderId } of paid) await markOrderChanged(db, orderId)
  return paid.length > 0
}

/**
 * After this many tries, more than an hour has passed, so the failure is not a short network
 * problem.
 */
const triesBeforeAlert = 6

/**
 * Refunds that need staff: the provider has rejected every try, or a bank has returned one. Refunds
 * that the provider is processing are not included.
 */
export function readStuckRefunds(db: Database) {
  return db
    .select({
      id: refunds.id,
      orderNumber: orders.orderNumber,
      amountPaise: refunds.amountPaise,
      currency: payments.currency,
      reason: refunds.reason,
      providerPaymentId: payments.providerPaymentId,
      tries: refunds.tries,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(refunds.status, 'pending'),
        ne(payments.provider, 'cash'),
        isNull(refunds.providerRefundId),
        or(gte(refunds.tries, triesBeforeAlert), isNotNull(refunds.retryOfId)),
      ),
    )
    .orderBy(asc(refunds.createdAt))
}
