import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { refunds } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { ProviderRefund } from '#server/platform/paymentProvider.ts'

type Told = Pick<ProviderRefund, 'id' | 'status'>

const hourMs = 60 * 60 * 1000

/**
 * What became of a refund; the first definite word counts. One that has failed is tried anew, and
 * is owed from the very moment it has failed.
 */
export function settleRefund(db: Database, { id, status }: Told): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (status === 'pending') return
    const [settled] = await tx
      .update(refunds)
      .set({ status, settledAt: clock.now() })
      .where(and(eq(refunds.providerRefundId, id), eq(refunds.status, 'pending')))
      .returning()
    if (!settled || status === 'processed') return
    log.error({ refundId: settled.id }, 'A refund has failed at the bank')
    const { paymentId, orderId, lineId, reason, amountPaise, reference } = settled
    await tx.insert(refunds).values({
      ...{ paymentId, orderId, lineId, reason, amountPaise },
      reference: `${reference}:anew`,
      createdAt: clock.now(),
      tryAt: clock.later(hourMs),
    })
  })
}
