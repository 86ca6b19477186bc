import { and, eq, inArray, or, sql } from 'drizzle-orm'

import { isActive } from '#contract/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { carts } from '#server/database/schema/carts.ts'
import { couponRedemptions } from '#server/database/schema/coupons.ts'
import { invoices } from '#server/database/schema/invoices.ts'
import { jobs } from '#server/database/schema/jobs.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { orderLines, orders, orderStatuses } from '#server/database/schema/orders.ts'
import { payments, webhookEvents } from '#server/database/schema/payments.ts'
import { idempotencyKeys } from '#server/database/schema/requests.ts'
import { returnPhotos } from '#server/database/schema/returnPhotos.ts'
import { reviews } from '#server/database/schema/reviews.ts'
import { otps, sessions, signupTokens } from '#server/database/schema/sessions.ts'
import { complaints, inboxMessages } from '#server/database/schema/support.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/wishlist.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { pushJob } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

const underWay = orderStatuses.filter(isActive)
const comingBack = orderStatuses.filter((status) =>
  /^(Return|Exchange) (Requested|Accepted)$/.test(status),
)

/**
 * Ends an account. What the law wants kept, orders and what was paid for them, stays without the
 * person; everything else goes, and so do all sign-ins. `phoneHash` stays with the coupons that were
 * used, so that a new account with the same number does not use them again.
 */
export function eraseUser(db: Database, userId: string, phoneHash?: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || user.erasedAt) throw new StoreError('not_found', 'This account is gone')
    await refuseUnderWay(tx, userId)
    await reduceOrders(tx, userId)
    await dropOwned(tx, userId)
    if (user.contactNumber) await dropByNumber(tx, user.contactNumber)
    await tx
      .update(couponRedemptions)
      .set({ phoneHash: phoneHash ?? user.phoneHash })
      .where(eq(couponRedemptions.userId, userId))
    await tx
      .update(reviews)
      .set({ firstName: 'A shopper', words: '' })
      .where(eq(reviews.userId, userId))
    await tx
      .update(users)
      .set({ ...nobody, erasedAt: clock.now() })
      .where(eq(users.id, userId))
  })
}

const nobody = {
  contactNumber: null,
  phoneHash: null,
  firstName: '',
  lastName: '',
  email: '',
  gender: 'other' as const,
  dateOfBirth: null,
}

/** What is on its way needs its address. */
async function refuseUnderWay(tx: Database, userId: string) {
  const open = await tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      or(
        eq(orders.state, 'awaiting_payment'),
        and(
          eq(orders.state, 'placed'),
          or(
            inArray(orders.status, underWay),
            sql`exists (
            select from order_lines l where l.order_id = ${orders.id}
            and l.status = any(${sql.param(comingBack)}::text[]))`,
          ),
        ),
      ),
    ),
  )
  if (open === 0) return
  throw new StoreError(
    'not_allowed_now',
    'One of your orders is not settled yet. Please delete your account when it is.',
  )
}

async function dropOwned(tx: Database, userId: string) {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, pushJob), sql`${jobs.payload} ->> 'userId' = ${userId}`))
  const told = [pushSubscriptions, productAlerts, returnPhotos, idempotencyKeys, sessions]
  for (const table of [...told, wishlistLines, carts, addresses])
    await tx.delete(table).where(eq(table.userId, userId))
}

/** What knows the number and not the account. A complaint stays as one that there was. */
async function dropByNumber(tx: Database, contactNumber: string) {
  await tx.delete(otps).where(eq(otps.contactNumber, contactNumber))
  await tx.delete(signupTokens).where(eq(signupTokens.contactNumber, contactNumber))
  await tx.delete(inboxMessages).where(eq(inboxMessages.to, contactNumber))
  await tx
    .update(complaints)
    .set({ name: '', contactNumber: '', text: '' })
    .where(eq(complaints.contactNumber, contactNumber))
}

/** Takes the person out of orders: city and state stay, since the tax goes by them. */
async function reduceOrders(tx: Database, userId: string): Promise<void> {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  const isTheirs = inArray(invoices.orderId, theirs)
  await dropWebhooks(tx, userId)
  await tx
    .update(orderLines)
    .set({ returnPhotos: [], returnReason: null, exchangeReason: null })
    .where(inArray(orderLines.orderId, theirs))
  await tx
    .update(invoices)
    .set({
      content: sql`jsonb_set(${invoices.content}, '{buyer}',
        '{"name": "", "address": "", "gstin": null}'::jsonb, false)`,
    })
    .where(isTheirs)
  await tx.update(payments).set({ linkUrl: null }).where(inArray(payments.orderId, theirs))
  await tx
    .update(orders)
    .set({
      address: sql`${orders.address} || '{"_id": "", "street": "", "latitude": "", "longitude": ""}'::jsonb`,
      addressId: null,
      receiverName: null,
      receiverContactNumber: null,
    })
    .where(eq(orders.userId, userId))
}

/** What a provider told of their payments has names and numbers in it; that it told it is kept. */
async function dropWebhooks(tx: Database, userId: string) {
  const paid = await tx
    .select({ order: payments.providerOrderId, payment: payments.providerPaymentId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId))
  const ids = paid.flatMap(({ order, payment }) => [order, payment]).filter((id) => id !== null)
  if (ids.length === 0) return
  const names = ids.map((id) => sql`${webhookEvents.body}::text like ${`%"${id}"%`}`)
  await tx
    .update(webhookEvents)
    .set({ body: {} })
    .where(or(...names))
}
