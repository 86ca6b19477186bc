import { and, desc, eq, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import { users } from '#server/database/userTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { limitRate } from '#server/platform/limitRate.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'

const { resendAfterMs, perOrderDaily, perUserDaily } = rules.paymentLink
const dayMs = 24 * 60 * 60 * 1000

export type LinkOutside = { provider: PaymentProvider; hasRateLimits: boolean }
type LinkRow = typeof payments.$inferSelect
type OrderRow = typeof orders.$inferSelect

/**
 * Sends the shopper a link by which an order can be paid before it is at the door. An order has one
 * link; it is sent anew, and not too often.
 */
export async function sendPaymentLink(
  store: UserStore,
  orderId: string,
  { provider, hasRateLimits }: LinkOutside,
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

async function send({ db, userId }: UserStore, provider: PaymentProvider, sending: Sending) {
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

async function requirePayable({ db, userId }: UserStore, orderId: string) {
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

async function limitSends({ db, userId }: UserStore, orderId: string) {
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
