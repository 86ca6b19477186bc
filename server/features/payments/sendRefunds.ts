import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
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
  for (const { refund, paymentId } of await takeDue(db, provider)) {
    try {
      const { amountPaise, providerRefundId } = refund
      const { id, status } = providerRefundId
        ? await provider.readRefund(providerRefundId)
        : await provider.refund({ paymentId, amountPaise, key: refund.id })
      await db.update(refunds).set({ providerRefundId: id }).where(eq(refunds.id, refund.id))
      await settleRefund(db, { id, status })
    } catch (error) {
      log.error({ err: error, refundId: refund.id }, 'A refund could not be sent')
    }
  }
}

/** Each is taken by one process, which has it for itself until it is due again. */
async function takeDue(db: Database, provider: PaymentProvider) {
  const now = clock.now()
  const due = await db
    .select({ refund: refunds, paymentId: payments.providerPaymentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.status, 'pending'),
        lte(refunds.tryAt, now),
        eq(payments.provider, provider.name),
      ),
    )
    .orderBy(asc(refunds.tryAt))
    .limit(atOnce)
  const taken = await db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      tryAt: sql`${now.toISOString()}::timestamptz + least(${longestPauseMs}, ${firstPauseMs} * power(2, least(${refunds.tries}, 10))) * interval '1 millisecond'`,
    })
    .where(
      and(
        inArray(
          refunds.id,
          due.map(({ refund }) => refund.id),
        ),
        lte(refunds.tryAt, now),
      ),
    )
    .returning({ id: refunds.id })
  const mine = new Set(taken.map(({ id }) => id))
  return due.flatMap(({ refund, paymentId }) =>
    paymentId && mine.has(refund.id) ? [{ refund, paymentId }] : [],
  )
}
