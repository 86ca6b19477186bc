import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { heldIds } from '#server/database/heldIds.ts'
import { payments, refunds } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { settleRefund } from './settleRefund.ts'

const atOnce = 20
const firstPauseMs = 60_000
const longestPauseMs = 60 * 60 * 1000

/**
 * Asks the provider to pay back what is owed, or what became of it; under a key of its own, so that
 * one that was asked for twice is one. Cash is not its business: that the store hands out.
 */
export async function sendRefunds(db: Database, provider: PaymentProvider): Promise<void> {
  for (const { id: key, amountPaise, ...known } of await takeDue(db, provider)) {
    try {
      const { id, status } = known.providerRefundId
        ? await provider.readRefund(known.providerRefundId)
        : await provider.refund({ paymentId: known.providerPaymentId ?? '', amountPaise, key })
      await db.update(refunds).set({ providerRefundId: id }).where(eq(refunds.id, key))
      await settleRefund(db, { id, status })
    } catch (error) {
      log.error({ err: error, refundId: key }, 'A refund could not be sent')
    }
  }
}

/** Each is taken by one process, which has it for itself until it is due again. */
function takeDue(db: Database, provider: PaymentProvider) {
  const now = clock.now()
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.status, 'pending'),
        lte(refunds.tryAt, now),
        eq(payments.provider, provider.name),
        isNotNull(payments.providerPaymentId),
      ),
    )
    .orderBy(asc(refunds.tryAt))
    .limit(atOnce)
  return db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      tryAt: sql`${now.toISOString()}::timestamptz + least(${longestPauseMs}, ${firstPauseMs} * power(2, least(${refunds.tries}, 10))) * interval '1 millisecond'`,
    })
    .from(payments)
    .where(and(eq(payments.id, refunds.paymentId), eq(refunds.id, heldIds(refunds, due))))
    .returning({
      id: refunds.id,
      amountPaise: refunds.amountPaise,
      providerRefundId: refunds.providerRefundId,
      providerPaymentId: payments.providerPaymentId,
    })
}
