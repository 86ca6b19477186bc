import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import { releaseReservation } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRejectionError } from '#server/platform/payments/razorpay.ts'
import { claimDueRows } from '#server/platform/runtime/claimRows.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { mapConcurrently } from '#server/platform/runtime/concurrency.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import {
  cancelObsoleteLinks,
  openUnsentLinks,
  settleLink,
  syncPaymentLink,
} from './paymentLinks.ts'
import { type PaymentRow, settlePayment } from './settlePayment.ts'
import { sendRefunds } from './sendRefunds.ts'

/** The pause between two sweeps. */
const sweepPauseMs = 20_000

/** Runs in every process; concurrent runs are harmless. */
export const startPaymentSweep = (db: Database, provider: PaymentProvider) =>
  repeat(sweepPauseMs, () => sweepPayments(db, provider))

const steps = [
  openUnsentLinks,
  syncOpenPayments,
  expireReservations,
  syncDuplicatePayments,
  sendRefunds,
  cancelObsoleteLinks,
]

/**
 * Completes payments, reservations, refunds and payment links that neither a browser nor a webhook has
 * completed. If a step fails the others still run, so that one broken payment cannot stop all refunds.
 *
 * @throws the first error, after all steps have run
 */
export async function sweepPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    await step(db, provider).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

const { pollMs: pollIntervalMs, slowPollMs: slowPollIntervalMs, pollForMs } = rules.payment
const concurrency = 8
const maxOpenPerRun = 500

/**
 * Polls the provider about every payment without a final status: often while it is new, rarely
 * later, and not at all after a few days.
 */
async function syncOpenPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const open = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'created'),
        eq(payments.provider, provider.name),
        inArray(payments.kind, ['checkout', 'link']),
        isNotNull(payments.providerOrderId),
        gt(payments.createdAt, clock.later(-pollForMs)),
        isDue(),
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.id))
    .limit(maxOpenPerRun)
  await mapConcurrently(concurrency, open, (payment) => syncAttempt(db, provider, payment))
}

const syncAttempt = (
  db: Database,
  provider: PaymentProvider,
  { kind, providerOrderId }: PaymentRow,
): Promise<void> =>
  (kind === 'link' ? syncPaymentLink : syncPayment)(db, provider, providerOrderId ?? '')

/** New payments are polled often, because most finish soon after the customer last acted. */
function isDue() {
  const lastActiveAt = sql`coalesce(${payments.linkSentAt}, ${payments.createdAt})`
  const lastPolledAt = sql`coalesce(${payments.checkedAt}, ${lastActiveAt})`
  const at = (ms: number) => clock.later(-ms).toISOString()
  const isNew = sql`${lastActiveAt} > ${at(2 * slowPollIntervalMs)}::timestamptz`
  const isPollDue = sql`${lastPolledAt} <= ${at(pollIntervalMs)}::timestamptz`
  return or(and(isNew, isPollDue), lte(lastPolledAt, sql`${at(slowPollIntervalMs)}::timestamptz`))
}

const maxPaidPerRun = 200

/**
 * Finds duplicate payments. Two windows can pay for one order, and the webhook of the second can be
 * lost, so paid orders are polled again at doubling intervals, and further captured payments are
 * refunded.
 */
export async function syncDuplicatePayments(
  db: Database,
  provider: PaymentProvider,
): Promise<void> {
  await mapConcurrently(8, await claimDuePayments(db, provider), async (paid) => {
    const captured = await readCaptured(provider, paid)
    for (const payment of captured) {
      if (paid.kind === 'link') await settleLink(db, paid.providerOrderId ?? '', payment)
      else await settlePayment(db, payment)
    }
    await db
      .update(payments)
      .set({ nextCheckAt: nextPollAt(paid), checkedAt: clock.now() })
      .where(eq(payments.id, paid.id))
  })
}

/**
 * Claims payments for this process. If the provider cannot be reached, they are due again later.
 */
const claimDuePayments = (db: Database, provider: PaymentProvider): Promise<PaymentRow[]> =>
  claimDueRows(db, payments, {
    dueAt: payments.nextCheckAt,
    where: and(
      gt(payments.createdAt, clock.later(-3 * pollForMs)),
      eq(payments.provider, provider.name),
    ),
    limit: maxPaidPerRun,
    lease: { nextCheckAt: clock.later(slowPollIntervalMs) },
  })

/** Returns captured payments only. Authorized ones are left to lapse, because the order is paid. */
async function readCaptured(
  provider: PaymentProvider,
  { kind, providerOrderId }: PaymentRow,
): Promise<ProviderPayment[]> {
  const id = providerOrderId ?? ''
  const orderId = kind === 'link' ? (await provider.readLink(id)).order_id : id
  if (!orderId) return []
  const providerPayments = await provider.readOrderPayments(orderId)
  return providerPayments.filter(({ status }) => status === 'captured')
}

/** Polling stops a few days after the payment, because no duplicates are expected by then. */
function nextPollAt({ capturedAt, createdAt }: PaymentRow): Date | null {
  const elapsedMs = clock.now().getTime() - (capturedAt ?? createdAt).getTime()
  return elapsedMs > pollForMs ? null : clock.later(elapsedMs)
}

const maxReservationsPerRun = 200

/**
 * Releases the reservations of orders that were not paid in time, after checking with the provider.
 */
async function expireReservations(db: Database, provider: PaymentProvider): Promise<void> {
  const expired = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(
      payments,
      and(eq(payments.orderId, orders.id), inArray(payments.kind, ['checkout', 'link'])),
    )
    .where(and(eq(orders.checkoutStatus, 'awaiting_payment'), lte(orders.holdUntil, clock.now())))
    .orderBy(asc(orders.holdUntil))
    .limit(maxReservationsPerRun)
  await mapConcurrently(8, expired, async ({ order, payment }) => {
    if (payment?.providerOrderId) {
      await syncUnlessOverdue(order, () => syncAttempt(db, provider, payment))
    }
    await inTransaction(db, (tx) => releaseIfExpired(tx, order.id))
  })
}

/** The reservation may have been extended meanwhile. */
async function releaseIfExpired(tx: Database, orderId: string): Promise<void> {
  const [expired] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), lte(orders.holdUntil, clock.now())))
    .for('update')
  if (expired) await releaseReservation(tx, orderId)
}

/**
 * Asks the provider for the payment. If the provider cannot be reached, the reservation is kept for one
 * more period; after that the error is ignored, and the caller releases it.
 */
async function syncUnlessOverdue(
  { holdUntil }: typeof orders.$inferSelect,
  sync: () => Promise<void>,
) {
  try {
    await sync()
  } catch (error) {
    const overdueMs = clock.now().getTime() - (holdUntil?.getTime() ?? 0)
    if (!(error instanceof StoreError) || overdueMs < rules.orders.holdMs) throw error
  }
}

/** Reads the payments of a provider order and settles those that were captured. */
export async function syncPayment(
  db: Database,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const providerPayments = await provider.readOrderPayments(providerOrderId)
  for (const payment of providerPayments) {
    const captured = await captureAuthorized(provider, payment)
    if (captured) await settlePayment(db, captured)
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, providerOrderId))
}

/** Captures an authorized payment. Returns undefined for any status that cannot become captured. */
export async function captureAuthorized(
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<ProviderPayment | undefined> {
  if (payment.status === 'captured') return payment
  if (payment.status !== 'authorized') return undefined
  try {
    return await provider.capture(payment)
  } catch (error) {
    // Another process has captured the payment first.
    if (!(error instanceof ProviderRejectionError)) throw error
    const now = await provider.readPayment(payment.id)
    return now.status === 'captured' ? now : undefined
  }
}
