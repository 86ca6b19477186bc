import { eq } from 'drizzle-orm'

import { cartLines, carts, wishlistLines } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { orders } from '#server/database/schema/orders.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import { addresses, sessions, users } from '#server/database/schema/users.ts'

/** All data of a user as one text; equal texts mean that nothing has changed. */
export async function fingerprintOf(db: Database, userId: string): Promise<string> {
  const queries = [
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(addresses).where(eq(addresses.userId, userId)),
    db.select().from(carts).where(eq(carts.userId, userId)),
    db.select().from(cartLines).where(eq(cartLines.userId, userId)).orderBy(cartLines.id),
    db.select().from(wishlistLines).where(eq(wishlistLines.userId, userId)),
    db.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.id),
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
    db.select().from(productAlerts).where(eq(productAlerts.userId, userId)),
    db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
    db.select().from(reviews).where(eq(reviews.userId, userId)),
    db.select().from(reviewPhotos).where(eq(reviewPhotos.userId, userId)),
  ]
  const rows: unknown[] = []
  // One after the other: a query starts when it is awaited, and a transaction has one connection.
  for (const query of queries) rows.push(await query)
  return JSON.stringify(rows)
}
