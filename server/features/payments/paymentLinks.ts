import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import { refundPayment } from '#server/commerce/refunds.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRefusal } from '#server/platform/payments/razorpay.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { mapConcurrently } from '#server/platform/runtime/inParallel.ts'
import { isExpectedAmount, refundDuplicate } from './settlePayment.ts'

const { resendAfterMs, perOrderDaily, perUserDaily } = rules.paymentLink
const dayMs = 24 * 60 * 60 * 1000

export type PaymentLinkDeps = { provider: PaymentProvider; hasRateLimits: boolean }
type LinkRow = typeof payments.$inferSelect
type OrderRow = typeof orders.$inferSelect

/**
 * Sends the shopper a link by which an order can be paid before it is at the door. An order has one
 * link; it is sent anew, and not too often.
 */
export async function sendPaymentLink(
  store: CustomerStore,
  orderId: string,
  { provider, hasRateLimits }: PaymentLinkDeps,
): Promise<void> {
  const order = await requirePayable(store, orderId)
  if (hasRateLimits) await limitSends(store, orderId)
  const link = await claimLink(store.db, order, provider.name)
  try {
    await send(store, provider, { link, order })
  } catch (error) {
    // Nothing was sent: who tries again need not wait.
    await store.db.update(payments).set({ linkSentAt: null }).where(eq(payments.id, link.id))
    throw error
  }
}

type Sending = { link: LinkRow; order: OrderRow }

async function send({ db, userId }: CustomerStore, provider: PaymentProvider, sending: Sending) {
  const { link, order } = sending
  if (link.providerOrderId) return provider.sendLinkAgain(link.providerOrderId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const facts = await readStoreFacts(db)
  const { id, short_url: linkUrl } = await provider.createLink({
    amountPaise: order.totalPaise,
    reference: link.id,
    description: `${facts?.name ?? 'Pehno'} order ${order.orderNumber}`,
    customer: { name: user?.firstName ?? '', contact: user?.contactNumber ?? '' },
  })
  await db.update(payments).set({ providerOrderId: id, linkUrl }).where(eq(payments.id, link.id))
}

async function requirePayable({ db, userId }: CustomerStore, orderId: string) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), eq(orders.state, 'placed')))
  if (!order) throw new StoreError('not_found', 'This order does not exist')
  if (order.paymentStatus === 'paid') {
    throw new StoreError('not_allowed_now', 'This order is paid already')
  }
  const isPayable = order.paymentMethod === 'Cash on delivery' && order.status !== 'Cancelled'
  if (!isPayable) throw new StoreError('not_allowed_now', 'This order cannot be paid by a link')
  return order
}

async function limitSends({ db, userId }: CustomerStore, orderId: string) {
  const sentence = 'You have asked for this link too often. Please try again tomorrow.'
  const ofOrder = { bucket: `links:order:${orderId}`, most: perOrderDaily, withinMs: dayMs }
  const ofUser = { bucket: `links:user:${userId}`, most: perUserDaily, withinMs: dayMs }
  await limitRate(db, ofOrder, sentence)
  await limitRate(db, ofUser, sentence)
}

/** The order's link, for this sending alone: of two at once the second is told to wait. */
function claimLink(
  db: Database,
  { id: orderId, totalPaise }: OrderRow,
  provider: PaymentProvider['name'],
): Promise<LinkRow> {
  return db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
    const isLink = and(eq(payments.orderId, orderId), eq(payments.kind, 'link'))
    const [link] = await tx.select().from(payments).where(isLink).orderBy(desc(payments.createdAt))
    refuseTooSoon(link)
    const sent = { linkSentAt: clock.now(), linkSends: sql`${payments.linkSends} + 1` }
    const [row] = link
      ? await tx.update(payments).set(sent).where(eq(payments.id, link.id)).returning()
      : await tx
          .insert(payments)
          .values({
            orderId,
            provider,
            kind: 'link',
            status: 'created',
            amountPaise: totalPaise,
            createdAt: clock.now(),
            linkSentAt: clock.now(),
            linkSends: 1,
          })
          .returning()
    return row as LinkRow
  })
}

function refuseTooSoon(link: LinkRow | undefined) {
  const waitMs = (link?.linkSentAt?.getTime() ?? 0) + resendAfterMs - clock.now().getTime()
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new StoreError('not_allowed_now', `The link was just sent. Resend in ${seconds}s.`)
}

/** Asks the provider whether a link was paid, and settles it if so. */
export async function syncPaymentLink(db: Database, provider: PaymentProvider, linkId: string) {
  const { status, payments: paidBy } = await provider.readLink(linkId)
  // Attempts that failed stand beside the one that paid.
  const paymentId = paidBy?.find((payment) => payment.status === 'captured')?.payment_id
  if (status === 'paid' && paymentId) {
    await settleLink(db, linkId, await provider.readPayment(paymentId))
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, linkId))
}

/** The link of an order that is paid or called off is closed at the provider; it was open here. */
export async function closeLinks(db: Database, provider: PaymentProvider): Promise<void> {
  const closing = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.kind, 'link'),
        eq(payments.status, 'cancelled'),
        eq(payments.provider, provider.name),
        isNotNull(payments.linkUrl),
      ),
    )
    .limit(50)
  await mapConcurrently(4, closing, async ({ id, providerOrderId }) => {
    const linkId = providerOrderId ?? ''
    await provider.cancelLink(linkId).catch((error: unknown) => {
      if (!(error instanceof ProviderRefusal)) throw error
      // It was faster and is paid: that goes back.
      return syncPaymentLink(db, provider, linkId)
    })
    await db.update(payments).set({ linkUrl: null }).where(eq(payments.id, id))
  })
}

type Paid = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method'>

/**
 * An order that was to be paid at the door was paid by its link. Where it was paid or cancelled
 * meanwhile, or with another sum than was asked for, this payment goes back.
 */
export function settleLink(db: Database, linkId: string, paid: Paid): Promise<void> {
  return inTransaction(db, async (tx) => {
    const isLink = and(eq(payments.providerOrderId, linkId), eq(payments.kind, 'link'))
    const [named] = await tx.select().from(payments).where(isLink)
    if (!named) return
    const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('update')
    const [link] = await tx
      .update(payments)
      .set({
        status: 'captured',
        amountPaise: paid.amount,
        currency: paid.currency,
        providerPaymentId: paid.id,
        method: paid.method ?? null,
        capturedAt: clock.now(),
        askAt: clock.later(rules.payment.askPaidMs),
      })
      .where(and(isLink, inArray(payments.status, ['created', 'cancelled'])))
      .returning()
    if (order && link) return payBy(tx, order, { id: link.id, paid })
    const [known] = await tx.select().from(payments).where(isLink)
    if (known && known.providerPaymentId !== paid.id) await refundDuplicate(tx, known, paid)
  })
}

async function payBy(tx: Database, order: OrderRow, { id, paid }: { id: string; paid: Paid }) {
  const link = { id, orderId: order.id, amountPaise: paid.amount }
  const isWanted = order.paymentStatus === 'Pending' && order.status !== 'Cancelled'
  if (!isWanted) return refundPayment(tx, link, 'paid_twice')
  if (!isExpectedAmount({ amountPaise: order.totalPaise }, paid)) {
    log.error({ orderId: order.id }, 'A link was paid with another sum; it goes back')
    return refundPayment(tx, link, 'not_asked')
  }
  await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id))
  const isAtDoor = and(eq(payments.orderId, order.id), eq(payments.kind, 'on_delivery'))
  await tx.update(payments).set({ status: 'cancelled' }).where(isAtDoor)
}
