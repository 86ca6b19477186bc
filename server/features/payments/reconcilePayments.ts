import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import { releaseReservation } from '#server/commerce/reservations.ts'
import type { Database } from '#server/database/client/connect.ts'
import { lockRowsSkipLocked } from '#server/database/client/statements.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRefusal } from '#server/platform/payments/razorpay.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { mapConcurrently } from '#server/platform/runtime/inParallel.ts'
import { syncPaymentLink, settleLink } from './paymentLinks.ts'
import { type PaymentRow, settlePayment } from './settlePayment.ts'

const { askMs, askRarelyMs, askForMs } = rules.payment
const atOnce = 8
const openPerRound = 500

/**
 * Asks the provider about every payment that nobody has told us the end of: often while it is new,
 * rarely later, and no more after a few days.
 */
export async function syncOpenPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const open = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'created'),
        eq(payments.provider, provider.name),
        inArray(payments.kind, ['checkout', 'link']),
        isNotNull(payments.providerOrderId),
        gt(payments.createdAt, clock.later(-askForMs)),
        isDue(),
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.id))
    .limit(openPerRound)
  await mapConcurrently(atOnce, open, ({ kind, providerOrderId }) =>
    kind === 'link'
      ? syncPaymentLink(db, provider, providerOrderId ?? '')
      : syncPayment(db, provider, providerOrderId ?? ''),
  )
}

/** The hour after the shopper was last at it is when it usually ends. */
function isDue() {
  const begun = sql`coalesce(${payments.linkSentAt}, ${payments.createdAt})`
  const asked = sql`coalesce(${payments.checkedAt}, ${begun})`
  const at = (ms: number) => clock.later(-ms).toISOString()
  const isNew = sql`${begun} > ${at(2 * askRarelyMs)}::timestamptz`
  const isAskedLately = sql`${asked} <= ${at(askMs)}::timestamptz`
  return or(and(isNew, isAskedLately), lte(asked, sql`${at(askRarelyMs)}::timestamptz`))
}

const paidPerRound = 200

/**
 * Two windows can pay for one order, and the news of the second be lost: what is paid is asked about
 * again, each time after twice as long, and all that was captured beside the first goes back.
 */
export async function syncDuplicatePayments(
  db: Database,
  provider: PaymentProvider,
): Promise<void> {
  await mapConcurrently(8, await takeDue(db, provider), async (paid) => {
    const captured = await readCaptured(provider, paid)
    for (const payment of captured) {
      if (paid.kind === 'link') await settleLink(db, paid.providerOrderId ?? '', payment)
      else await settlePayment(db, payment)
    }
    await db
      .update(payments)
      .set({ askAt: nextTime(paid), checkedAt: clock.now() })
      .where(eq(payments.id, paid.id))
  })
}

/** Each is taken by one process; where the provider is away it is due again after a while. */
function takeDue(db: Database, provider: PaymentProvider): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        lte(payments.askAt, clock.now()),
        gt(payments.createdAt, clock.later(-3 * askForMs)),
        eq(payments.provider, provider.name),
      ),
    )
    .orderBy(asc(payments.askAt))
    .limit(paidPerRound)
  return db
    .update(payments)
    .set({ askAt: clock.later(askRarelyMs) })
    .where(eq(payments.id, lockRowsSkipLocked(payments, due)))
    .returning()
}

/** What is only authorised is left to lapse: the order has its payment. */
async function readCaptured(
  provider: PaymentProvider,
  { kind, providerOrderId }: PaymentRow,
): Promise<ProviderPayment[]> {
  const id = providerOrderId ?? ''
  const orderId = kind === 'link' ? (await provider.readLink(id)).order_id : id
  if (!orderId) return []
  const found = await provider.readOrderPayments(orderId)
  return found.filter(({ status }) => status === 'captured')
}

/** Nobody pays days after the order was paid; the last question is asked when that time is over. */
function nextTime({ capturedAt, createdAt }: PaymentRow): Date | null {
  const agoMs = clock.now().getTime() - (capturedAt ?? createdAt).getTime()
  return agoMs > askForMs ? null : clock.later(agoMs)
}

const holdsPerRound = 200

/** Orders whose time to be paid is over let go of what they hold; the provider is asked before. */
export async function expireReservations(db: Database, provider: PaymentProvider): Promise<void> {
  const over = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.kind, 'checkout')))
    .where(and(eq(orders.state, 'awaiting_payment'), lte(orders.holdUntil, clock.now())))
    .orderBy(asc(orders.holdUntil))
    .limit(holdsPerRound)
  await mapConcurrently(8, over, async ({ order, payment }) => {
    if (payment?.providerOrderId) {
      await askOrGiveUp(order, () => syncPayment(db, provider, payment.providerOrderId ?? ''))
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
  if (over) await releaseReservation(tx, orderId)
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

/** Asks the provider what became of one of its orders, and settles what was captured. */
export async function syncPayment(
  db: Database,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const found = await provider.readOrderPayments(providerOrderId)
  for (const payment of found) {
    const captured = await captureAuthorized(provider, payment)
    if (captured) await settlePayment(db, captured)
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, providerOrderId))
}

/** What is only authorised is taken now; what went back by itself is no payment. */
export async function captureAuthorized(
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<ProviderPayment | undefined> {
  if (payment.status === 'captured') return payment
  if (payment.status !== 'authorized') return undefined
  try {
    return await provider.capture(payment)
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof ProviderRefusal)) throw error
    const now = await provider.readPayment(payment.id)
    return now.status === 'captured' ? now : undefined
  }
}
