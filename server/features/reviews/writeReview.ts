import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'

import type { NewReview } from '#contract/review.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import { reviews } from '#server/database/reviewTables.ts'
import { users } from '#server/database/userTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'

/** Of a product the user has received. A second one takes the place of the first. */
export async function writeReview(
  store: UserStore,
  productId: string,
  { stars, words = '', fit }: NewReview,
): Promise<void> {
  const size = await receivedSize(store, productId)
  if (size === undefined) {
    throw new StoreError('not_allowed_now', 'Only who has received this product can review it')
  }
  const said = { stars, words, fit: fit ?? null, size, createdAt: clock.now() }
  const { db, userId } = store
  const [user] = await db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId))
  await db
    .insert(reviews)
    .values({ productId, userId, firstName: user?.firstName ?? '', ...said })
    .onConflictDoUpdate({ target: [reviews.productId, reviews.userId], set: said })
}

/** The size that stayed with the user last. */
async function receivedSize({ db, userId }: UserStore, productId: string) {
  const [line] = await db
    .select({ size: sql<string>`coalesce(${orderLines.soldSize}, ${orderLines.size})` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.state, 'placed'),
        eq(orderLines.productId, productId),
        isNotNull(orderLines.deliveredAt),
      ),
    )
    .orderBy(desc(orderLines.deliveredAt))
    .limit(1)
  return line?.size
}
