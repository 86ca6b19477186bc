import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'

import { isActive } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { refundPayment } from '#server/commerce/orders/refunds.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRejectionError } from '#server/platform/payments/razorpay.ts'
import { clock, dayMs, minuteMs } from '#server/platform/runtime/clock.ts'
import { mapConcurrently } from '#server/platform/runtime/concurrency.ts'
import { isExpectedAmount, placeUnpaidOrder, refundDuplicate } from './settlePayment.ts'

const { resendAfterMs, perOrderDaily, perUserDaily } = rules.paymentLink

export type PaymentLinkDeps = { provider: PaymentProvider; hasRateLimits: boolean }
type LinkRow = typeof payments.$inferSelect
/**
 * Sends a link by which a cash order can be paid online before delivery. An order has one link,
 * which can be resent a limited number of times.
 */
export async function sendPaymentLink(
  customer: CustomerContext,
  orderId: string,
  { provider, hasRateLimits }: PaymentLinkDeps,
): Promise<void> {
  const order = await requirePayable(customer, orderId)
  if (hasRateLimits) await limitSends(customer, order)
  const link = await claimLink(customer.db, order, provider.name)
  await sendOrUnclaim(customer.db, provider, { link, order })
}

async function sendOrUnclaim(db: Database, provider: PaymentProvider, claimed: LinkAndOrder) {
  try {
    await sendToProvider(db, provider, claimed)
  } catch (error) {
    // Nothing was sent, so it can be retried at once.
    await db.update(payments).set({ linkSentAt: null }).where(eq(payments.id, claimed.link.id))
    throw error
  }
}

type LinkAndOrder = { link: LinkRow; order: OrderRow }

async function sendToProvider(db: Database, provider: PaymentProvider, linkToSend: LinkAndOrder) {
  const { link, order } = linkToSend
  if (link.providerOrderId) return provider.sendLinkAgain(link.providerOrderId)
  const [user] = await db.select().from(users).where(eq(users.id, order.userId))
  const facts = await readStoreFacts(db)
  const { id, short_url: linkUrl } = await provider.createLink({
    amountPaise: link.amountPaise,
    reference: link.id,
    description: `${facts?.name ?? defaultStoreName} order ${order.orderNumber}`,
    customer: { name: user?.firstName ?? '', contact: user?.contactNumber ?? '' },
    expiresAt: order.holdUntil ?? undefined,
    isTextedToCustomer: true,
  })
  await db.update(payments).set({ providerOrderId: id, linkUrl }).where(eq(payments.id, link.id))
}

const isOpenLink = and(eq(payments.kind, 'link'), eq(payments.status, 'created'))

/** After this long, a link that somebody began to send and did not is sent by somebody else. */
const sendingForMs = minuteMs

/**
 * Sends the link of an order on the phone, which awaits its payment. It is claimed first, so that of concurrent calls one sends
 * it; once it was sent, nothing happens: `claimHeldLink` and `sendHeldLink` send it again.
 */
export async function openHeldLink(
  db: Database,
  provider: PaymentProvider,
  orderId: string,
): Promise<void> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.checkoutStatus, 'awaiting_payment')))
  if (!order) return
  const [link] = await db
    .update(payments)
    .set({ linkSentAt: clock.now(), linkSends: 1 })
    .where(and(eq(payments.orderId, orderId), isUnsent()))
    .returning()
  if (link) await sendOrUnclaim(db, provider, { link, order })
}

const isUnsent = () =>
  and(
    isOpenLink,
    isNull(payments.providerOrderId),
    or(isNull(payments.linkSentAt), lte(payments.linkSentAt, clock.later(-sendingForMs))),
  )

/**
 * Claims another message with the link of an order that awaits its payment, in the caller's transaction. `sendHeldLink` then
 * sends it.
 *
 * @throws StoreError 'not_allowed_now' within a minute after the last one
 */
export async function claimHeldLink(
  tx: Database,
  provider: PaymentProvider,
  order: OrderRow,
): Promise<void> {
  await claimLink(tx, order, provider.name)
}

/** Sends the link that was claimed. */
export async function sendHeldLink(
  db: Database,
  provider: PaymentProvider,
  orderId: string,
): Promise<void> {
  const [claimed] = await db
    .select({ link: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.id, orderId), isOpenLink))
  if (!claimed) throw new StoreError('not_allowed_now', 'The link is no longer valid')
  await sendOrUnclaim(db, provider, claimed)
}

/** Sends the links that could not be sent when their orders were placed. */
export async function openUnsentLinks(db: Database, provider: PaymentProvider): Promise<void> {
  const unsent = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        isUnsent(),
        eq(payments.provider, provider.name),
        eq(orders.checkoutStatus, 'awaiting_payment'),
      ),
    )
    .limit(50)
  await mapConcurrently(4, unsent, ({ orderId }) => openHeldLink(db, provider, orderId))
}

async function requirePayable({ db, userId }: CustomerContext, orderId: string) {
  const [order] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.userId, userId),
        eq(orders.checkoutStatus, 'completed'),
      ),
    )
  if (!order) throw orderNotFound()
  if (order.paymentStatus === 'paid') {
    throw new StoreError('not_allowed_now', 'This order has already been paid')
  }
  const isPayable = order.paymentMethod === 'Cash on delivery' && order.status !== 'Cancelled'
  if (!isPayable) throw new StoreError('not_allowed_now', 'This order can’t be paid with a link')
  return order
}

async function limitSends({ db, userId }: CustomerContext, { id: orderId, status }: OrderRow) {
  const alternative = isActive(status)
    ? 'You can pay by UPI on delivery.'
    : 'Please try again tomorrow.'
  const sentence = `You’ve reached today’s limit for payment links. ${alternative}`
  const orderLimit = { bucket: `links:order:${orderId}`, max: perOrderDaily, withinMs: dayMs }
  const userLimit = { bucket: `links:user:${userId}`, max: perUserDaily, withinMs: dayMs }
  await limitRate(db, orderLimit, sentence)
  await limitRate(db, userLimit, sentence)
}

/**
 * Reads or creates the link of an order and marks it as sent. The order row is locked, so that of
 * two concurrent requests the second is refused.
 */
function claimLink(
  db: Database,
  { id: orderId }: OrderRow,
  provider: PaymentProvider['name'],
): Promise<LinkRow> {
  return db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
    if (!order) throw orderNotFound()
    // A cancelled link asked for an amount that has changed since.
    const isLink = and(
      eq(payments.orderId, orderId),
      eq(payments.kind, 'link'),
      ne(payments.status, 'cancelled'),
    )
    const [link] = await tx.select().from(payments).where(isLink).orderBy(desc(payments.createdAt))
    refuseTooSoon(link)
    const sentColumns = { linkSentAt: clock.now(), linkSends: sql`${payments.linkSends} + 1` }
    const [row] = link
      ? await tx.update(payments).set(sentColumns).where(eq(payments.id, link.id)).returning()
      : await tx
          .insert(payments)
          .values({
            orderId,
            provider,
            kind: 'link',
            status: 'created',
            amountPaise: order.totalPaise,
            createdAt: clock.now(),
            linkSentAt: clock.now(),
            linkSends: 1,
          })
          .returning()
    return row as LinkRow
  })
}

function refuseTooSoon(link: LinkRow | undefined) {
  const remainingMs = (link?.linkSentAt?.getTime() ?? 0) + resendAfterMs - clock.now().getTime()
  // More than the whole pause remains only if the clock was set back since the link was sent.
  if (remainingMs <= 0 || remainingMs > resendAfterMs) return
  const seconds = Math.ceil(remainingMs / 1000)
  throw new StoreError(
    'not_allowed_now',
    `We’ve just sent the link. You can resend it in ${seconds} seconds.`,
  )
}

/** Reads the status of a link from the provider and settles it if it was paid. */
export async function syncPaymentLink(db: Database, provider: PaymentProvider, linkId: string) {
  const { status, payments: paidBy } = await provider.readLink(linkId)
  // The list also contains failed attempts.
  const paymentId = paidBy?.find((payment) => payment.status === 'captured')?.payment_id
  if (status === 'paid' && paymentId) {
    await settleLink(db, linkId, await provider.readPayment(paymentId))
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, linkId))
}

/** Cancels the links of orders that are paid or cancelled at the provider. */
export async function cancelObsoleteLinks(db: Database, provider: PaymentProvider): Promise<void> {
  const linksToClose = await db
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
  await mapConcurrently(4, linksToClose, async ({ id, providerOrderId }) => {
    const linkId = providerOrderId ?? ''
    await provider.cancelLink(linkId).catch((error: unknown) => {
      if (!(error instanceof ProviderRejectionError)) throw error
      // The link was paid first, so its payment is settled, which refunds it.
      return syncPaymentLink(db, provider, linkId)
    })
    await db.update(payments).set({ linkUrl: null }).where(eq(payments.id, id))
  })
}

type LinkPayment = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method' | 'card'>

/**
 * Settles the payment of a link. An order that awaits it is then placed, as by a payment in the shop. If the order was paid or
 * cancelled meanwhile, or the amount is wrong, the payment is refunded.
 */
export function settleLink(db: Database, linkId: string, paid: LinkPayment): Promise<void> {
  return inTransaction(db, async (tx) => {
    const isLink = and(eq(payments.providerOrderId, linkId), eq(payments.kind, 'link'))
    const [existingLink] = await tx.select().from(payments).where(isLink)
    if (!existingLink) return
    const [order] = await tx
      .select()
      .from(orders)
      .where(eq(orders.id, existingLink.orderId))
      .for('update')
    const [link] = await tx
      .update(payments)
      .set({
        status: 'captured',
        amountPaise: paid.amount,
        currency: paid.currency,
        providerPaymentId: paid.id,
        method: paid.method ?? null,
        capturedAt: clock.now(),
        nextCheckAt: clock.later(rules.payment.duplicateCheckMs),
      })
      .where(and(isLink, inArray(payments.status, ['created', 'cancelled'])))
      .returning()
    if (order && link) {
      const { amountPaise: askedPaise } = existingLink
      return applyLinkPayment(tx, order, { id: link.id, askedPaise, paid })
    }
    const [settledLink] = await tx.select().from(payments).where(isLink)
    if (settledLink && settledLink.providerPaymentId !== paid.id)
      await refundDuplicate(tx, settledLink, paid)
  })
}

async function applyLinkPayment(
  tx: Database,
  order: OrderRow,
  { id, askedPaise, paid }: { id: string; askedPaise: number; paid: LinkPayment },
) {
  if (order.checkoutStatus !== 'completed') {
    await placeUnpaidOrder(tx, order, { ...paid, askedPaise })
    return
  }
  const link = { id, orderId: order.id, amountPaise: paid.amount }
  const duePaise = dueOf(order)
  const isOutstanding = duePaise > 0 && order.status !== 'Cancelled'
  if (!isOutstanding) return refundPayment(tx, link, 'paid_twice')
  if (!isExpectedAmount({ amountPaise: duePaise }, paid)) {
    log.error({ orderId: order.id }, 'A link was paid with an unexpected amount; refunding it')
    return refundPayment(tx, link, 'not_asked')
  }
  await tx
    .update(orders)
    .set({ paymentStatus: 'paid', balancePaise: 0 })
    .where(eq(orders.id, order.id))
  // What could be paid for it otherwise: in cash at the door, or by another link.
  const isOpen = and(eq(payments.orderId, order.id), eq(payments.status, 'created'))
  await tx.update(payments).set({ status: 'cancelled' }).where(isOpen)
}
