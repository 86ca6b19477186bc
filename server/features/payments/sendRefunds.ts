import { and, asc, eq, gte, isNotNull, isNull, like, lte, ne, or, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { lockRowsSkipLocked } from '#server/database/client/statements.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderRefund } from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'

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
    .where(
      and(eq(payments.id, refunds.paymentId), eq(refunds.id, lockRowsSkipLocked(refunds, due))),
    )
    .returning({
      id: refunds.id,
      amountPaise: refunds.amountPaise,
      providerRefundId: refunds.providerRefundId,
      providerPaymentId: payments.providerPaymentId,
    })
}

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

/** What was paid at the door and has to be handed back, by whom no provider is asked; the oldest first. */
export function readCashOwed(db: Database) {
  return db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      orderNumber: orders.orderNumber,
      amountPaise: refunds.amountPaise,
      contactNumber: users.contactNumber,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, 'cash')))
    .orderBy(asc(refunds.createdAt))
}

/** Writes down that cash was handed back. Gives whether it was owed. */
export async function payOutCash(db: Database, refundId: string): Promise<boolean> {
  const owed = (await readCashOwed(db)).some(({ id }) => id === refundId)
  if (!owed) return false
  const paid = await db
    .update(refunds)
    .set({ status: 'processed', settledAt: clock.now() })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id })
  return paid.length > 0
}

/** By then an hour has passed: it is no short trouble of the line. */
const patientTries = 6

/**
 * Refunds that somebody has to look at: the provider has not taken them, however often it was asked,
 * or its bank has sent them back once already. What it has taken and works on is not among them.
 */
export function readStuckPayments(db: Database) {
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
        or(gte(refunds.tries, patientTries), like(refunds.reference, '%:anew')),
      ),
    )
    .orderBy(asc(refunds.createdAt))
}
