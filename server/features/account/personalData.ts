import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { accountNotFound } from '#server/commerce/errors.ts'
import {
  cartLines,
  carts,
  couponRedemptions,
  wishlistLines,
} from '#server/database/schema/carts.ts'
import { type RetentionKeys, retainRefusals } from '#server/commerce/orders/cashOnDelivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  invoices,
  orderEvents,
  orderLines,
  orderNotes,
  orders,
  activeStatuses,
  orderStatuses,
  returnPhotos,
} from '#server/database/schema/orders.ts'
import {
  placeAlerts,
  productAlerts,
  pushSubscriptions,
} from '#server/database/schema/notifications.ts'
import { doorPhotos, pickups } from '#server/database/schema/deliveries.ts'
import { payments, refunds, webhookEvents } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import {
  addresses,
  consents,
  otps,
  sessions,
  signupTokens,
  users,
} from '#server/database/schema/users.ts'
import { ownPhotoUrls } from '#server/commerce/catalogue/reviewPhotos.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  complaintMessages,
  complaints,
  idempotencyKeys,
  inboxMessages,
  jobs,
} from '#server/database/schema/operations.ts'
import { staffAccount } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { smsJob } from '#server/platform/messaging/smsQueue.ts'
import { pushJob } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type UserTable = PgTable & { userId: PgColumn }

/** The tables in the export, by name, that belong to a user. */
const userTables: Record<string, UserTable> = {
  addresses,
  consents,
  carts,
  cartLines,
  wishlist: wishlistLines,
  orders,
  couponRedemptions,
  reviews,
  productAlerts,
  placeAlerts,
  returnPhotos,
  pushSubscriptions,
  sessions,
}

/** The tables that belong to the orders of a user. */
const orderTables: Record<string, PgTable & { orderId: PgColumn }> = {
  orderLines,
  orderEvents,
  orderNotes,
  pickups,
  doorPhotos,
  payments,
  refunds,
  invoices,
}

/** Secrets of devices and sessions are not personal data. */
const secrets = ['tokenHash', 'p256dh', 'auth']
/** Photos are left out, because the export contains their URLs. */
const binaryColumns = ['picture']
const excludedColumns = [...secrets, ...binaryColumns]

/** Reads all data about a user, table by table. */
export async function exportUser(db: Database, userId: string): Promise<Record<string, unknown>> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const exported: Record<string, unknown> = { user }
  for (const [name, table] of Object.entries(userTables)) {
    exported[name] = await readAll(db, table, eq(table.userId, userId))
  }
  exported.reviewPhotos = await readReviewPhotos(db, userId)
  const ordered = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  for (const [name, table] of Object.entries(orderTables)) {
    exported[name] = await readAll(db, table, inArray(table.orderId, ordered))
  }
  const contactNumber = user?.contactNumber ?? ''
  const isOwn = eq(complaints.contactNumber, contactNumber)
  const own = db.select({ id: complaints.id }).from(complaints).where(isOwn)
  const hasNumber = sql`${contactNumber} <> ''`
  exported.complaints = await readAll(db, complaints, and(hasNumber, isOwn))
  exported.complaintMessages = await readAll(
    db,
    complaintMessages,
    and(hasNumber, inArray(complaintMessages.complaintId, own)),
  )
  return exported
}

async function readReviewPhotos(db: Database, userId: string) {
  const { id, reviewId, createdAt, approvedAt } = reviewPhotos
  const photos = await db
    .select({ id, reviewId, createdAt, approvedAt })
    .from(reviewPhotos)
    .where(eq(reviewPhotos.userId, userId))
  return photos.map((photo) => ({ ...photo, url: ownPhotoUrls(photo).url }))
}

function readAll(db: Database, table: PgTable, condition = sql`true`) {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => !excludedColumns.includes(name),
  )
  return db.select(Object.fromEntries(columns)).from(table).where(condition)
}

const openReturnStatuses = orderStatuses.filter((status) =>
  /^(Return|Exchange) (Requested|Accepted)$/.test(status),
)

/**
 * Erases an account. Orders and payments must be kept by law, but without personal data; everything
 * else is deleted, including all sessions. `phoneHash` stays with redeemed coupons, so that a new
 * account with the same number cannot redeem them again, and for a time with refused deliveries, which
 * are kept by `hashAddress` too.
 */
export function eraseUser(
  db: Database,
  userId: string,
  { phoneHash, hashAddress }: RetentionKeys = {},
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || user.erasedAt) throw accountNotFound()
    await requireNoOpenOrders(tx, userId)
    const keptHash = phoneHash ?? user.phoneHash
    await retainRefusals(tx, userId, { phoneHash: keptHash, hashAddress })
    await anonymizeOrders(tx, userId)
    await deleteOwnedRows(tx, userId)
    if (user.contactNumber) await deleteByContactNumber(tx, user.contactNumber)
    await tx
      .update(couponRedemptions)
      .set({ phoneHash: keptHash })
      .where(eq(couponRedemptions.userId, userId))
    await tx
      .update(reviews)
      .set({ firstName: 'A shopper', words: '', hiddenReason: null })
      .where(eq(reviews.userId, userId))
    await tx
      .update(users)
      .set({ ...erasedColumns, erasedAt: clock.now() })
      .where(eq(users.id, userId))
  })
}

const erasedColumns = {
  contactNumber: null,
  phoneHash: null,
  firstName: '',
  lastName: '',
  email: '',
  gender: 'other' as const,
  dateOfBirth: null,
}

/** Open orders and returns need the address, so the account cannot be erased yet. */
async function requireNoOpenOrders(tx: Database, userId: string) {
  const open = await tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      or(
        eq(orders.checkoutStatus, 'awaiting_payment'),
        and(
          eq(orders.checkoutStatus, 'completed'),
          or(
            inArray(orders.status, activeStatuses),
            sql`exists (
            select from order_lines l where l.order_id = ${orders.id}
            and l.status = any(${sql.param(openReturnStatuses)}::text[]))`,
          ),
        ),
      ),
    ),
  )
  if (open === 0) return
  throw new StoreError(
    'not_allowed_now',
    'You still have an order, return or exchange in progress. You can delete your account once it’s completed.',
  )
}

async function deleteOwnedRows(tx: Database, userId: string) {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, pushJob), sql`${jobs.payload} ->> 'userId' = ${userId}`))
  const ownedTables = [pushSubscriptions, productAlerts, placeAlerts, idempotencyKeys, sessions]
  const photos = [returnPhotos, reviewPhotos]
  for (const table of [...ownedTables, ...photos, wishlistLines, carts, addresses])
    await tx.delete(table).where(eq(table.userId, userId))
}

/**
 * Deletes data that refers to the phone number instead of the account. Complaints stay, without
 * personal data.
 */
async function deleteByContactNumber(tx: Database, contactNumber: string) {
  const accounts = [contactNumber, staffAccount(contactNumber)]
  await tx.delete(otps).where(inArray(otps.contactNumber, accounts))
  await tx.delete(signupTokens).where(eq(signupTokens.contactNumber, contactNumber))
  await tx.delete(inboxMessages).where(eq(inboxMessages.to, contactNumber))
  await deleteStoredResponses(tx, [contactNumber])
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, smsJob), sql`${jobs.payload} ->> 'to' = ${contactNumber}`))
  const own = tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(eq(complaints.contactNumber, contactNumber))
  await tx.delete(complaintMessages).where(inArray(complaintMessages.complaintId, own))
  await tx
    .update(complaints)
    .set({ name: '', contactNumber: '', text: '' })
    .where(eq(complaints.contactNumber, contactNumber))
}

/** Removes personal data from orders. City and state stay, because the tax depends on them. */
async function anonymizeOrders(tx: Database, userId: string): Promise<void> {
  const userOrders = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  const isOfUserOrders = inArray(invoices.orderId, userOrders)
  await clearWebhookBodies(tx, userId)
  await clearStaffTexts(tx, userId)
  await tx
    .update(orderLines)
    .set({
      details: {},
      returnPhotos: [],
      returnReason: null,
      exchangeReason: null,
      refusalReason: null,
    })
    .where(inArray(orderLines.orderId, userOrders))
  await tx
    .update(invoices)
    .set({
      content: sql`jsonb_set(${invoices.content}, '{buyer}',
        '{"name": "", "address": "", "gstin": null}'::jsonb, false)`,
    })
    .where(isOfUserOrders)
  await tx.update(payments).set({ linkUrl: null }).where(inArray(payments.orderId, userOrders))
  await tx
    .update(orders)
    .set({
      address: sql`${orders.address} || '{"_id": "", "house": "", "street": "", "latitude": "", "longitude": ""}'::jsonb`,
      addressId: null,
      refundAccount: null,
      failedReason: null,
      deliveryCode: null,
      receiverName: null,
      receiverContactNumber: null,
    })
    .where(eq(orders.userId, userId))
}

/** What the history keeps of a corrected address. */
const correctedFields = sql.raw(`'{address,receiver,receiverPhone}'`)

/**
 * Removes what the staff wrote and photographed about a customer's orders: notes, photos, the reasons and addresses in the history, and the stored responses,
 * which show the order with its address.
 */
async function clearStaffTexts(tx: Database, userId: string) {
  const own = await tx
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.userId, userId))
  if (own.length === 0) return
  const ids = own.map(({ id }) => id)
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await tx.delete(doorPhotos).where(inArray(doorPhotos.orderId, ids))
  await tx
    .update(pickups)
    .set({ note: null, failedReason: null })
    .where(inArray(pickups.orderId, ids))
  await deleteStoredResponses(
    tx,
    own.map(({ orderNumber }) => orderNumber),
  )
  // The history lets nothing else be changed, and this only while an account is erased.
  await tx.execute(sql`select set_config('pehno.is_erasing', 'yes', true)`)
  await tx
    .update(staffHistory)
    .set({
      before: sql`${staffHistory.before} - ${correctedFields}::text[]`,
      after: sql`${staffHistory.after} - 'reason' - 'note' - ${correctedFields}::text[]`,
    })
    .where(and(eq(staffHistory.subject, 'order'), inArray(staffHistory.subjectId, ids)))
  await tx.execute(sql`select set_config('pehno.is_erasing', '', true)`)
}

/**
 * Deletes the stored responses, whoever got them, in which one of these words stands: an order number or a phone number.
 * Requests may write it in many ways, with spaces, another hyphen or a country code; responses write it in one.
 */
async function deleteStoredResponses(tx: Database, words: string[]): Promise<void> {
  const patterns = sql.param(words.map((word) => `%${word}%`))
  await tx
    .delete(idempotencyKeys)
    .where(sql`${idempotencyKeys.response}::text like any(${patterns}::text[])`)
}

/**
 * Clears the bodies of webhook events, which hold ids and amounts of the customer's payments. The events
 * themselves stay, so that a repeated one is recognised.
 */
async function clearWebhookBodies(tx: Database, userId: string) {
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
