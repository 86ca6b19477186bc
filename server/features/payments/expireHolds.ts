import { and, asc, eq, lte } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { inHands } from '#server/platform/inHands.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { releaseHold } from '#server/platform/releaseHold.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { askPayment } from './askPayment.ts'

const mostInARound = 200

/** Orders whose time to be paid is over let go of what they hold; the provider is asked before. */
export async function expireHolds(db: Database, provider: PaymentProvider): Promise<void> {
  const over = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.kind, 'checkout')))
    .where(and(eq(orders.state, 'awaiting_payment'), lte(orders.holdUntil, clock.now())))
    .orderBy(asc(orders.holdUntil))
    .limit(mostInARound)
  await inHands(8, over, async ({ order, payment }) => {
    if (payment?.providerOrderId) {
      await askOrGiveUp(order, () => askPayment(db, provider, payment.providerOrderId ?? ''))
    }
    await inTransaction(db, (tx) => releaseOver(tx, order.id))
  })
}

/** A bag that was tried again meanwhile has its pieces for longer. */
async function releaseOver(tx: Database, orderId: string): Promise<void> {
  const [over] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), lte(orders.holdUntil, clock.now())))
    .for('update')
  if (over) await releaseHold(tx, orderId)
}

/** Where the provider is away the pieces wait once more as long, then they go to somebody else. */
async function askOrGiveUp({ holdUntil }: typeof orders.$inferSelect, ask: () => Promise<void>) {
  try {
    await ask()
  } catch (error) {
    const overMs = clock.now().getTime() - (holdUntil?.getTime() ?? 0)
    if (!(error instanceof StoreError) || overMs < rules.orders.holdMs) throw error
  }
}
