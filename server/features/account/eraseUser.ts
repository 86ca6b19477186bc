import { and, eq, inArray, or, sql } from 'drizzle-orm'

import { isActive } from '#contract/order.ts'
import { carts } from '#server/database/cartTables.ts'
import type { Database } from '#server/database/connect.ts'
import { couponRedemptions } from '#server/database/couponTables.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { jobs } from '#server/database/jobTables.ts'
import { notices, pushSubscriptions } from '#server/database/noticeTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { orderStatuses } from '#server/database/orderWords.ts'
import { idempotencyKeys } from '#server/database/requestTables.ts'
import { returnPhotos } from '#server/database/returnPhotoTables.ts'
import { reviews } from '#server/database/reviewTables.ts'
import { otps, sessions, signupTokens } from '#server/database/sessionTables.ts'
import { complaints, inboxMessages } from '#server/database/supportTables.ts'
import { addresses, users } from '#server/database/userTables.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import { clock } from '#server/platform/clock.ts'
import { pushJob } from '#server/platform/queuePush.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { reduceOrders } from './reduceOrders.ts'

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
  const told = [pushSubscriptions, notices, returnPhotos, idempotencyKeys, sessions]
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
