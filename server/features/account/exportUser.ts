import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { cartLines, carts } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { couponRedemptions } from '#server/database/schema/coupons.ts'
import { invoices } from '#server/database/schema/invoices.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { returnPhotos } from '#server/database/schema/returnPhotos.ts'
import { reviews } from '#server/database/schema/reviews.ts'
import { sessions } from '#server/database/schema/sessions.ts'
import { complaints } from '#server/database/schema/support.ts'
import { addresses, consents, users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/wishlist.ts'

type Owned = PgTable & { userId: PgColumn }

/** What stands in the export under each name, by whose it is. */
const owned: Record<string, Owned> = {
  addresses,
  consents,
  carts,
  cartLines,
  wishlist: wishlistLines,
  orders,
  couponRedemptions,
  reviews,
  notices: productAlerts,
  returnPhotos,
  pushSubscriptions,
  sessions,
}

/** What hangs on the user's orders. */
const ofOrders: Record<string, PgTable & { orderId: PgColumn }> = {
  orderLines,
  orderEvents,
  payments,
  refunds,
  invoices,
}

/** Keys to somebody's device or account are no facts about them. */
const secrets = ['tokenHash', 'p256dh', 'auth']
/** Each has an address of its own, which the orders name. */
const pictures = ['picture']
const leftOut = [...secrets, ...pictures]

/** Everything the store holds about a user, table by table. */
export async function exportUser(db: Database, userId: string): Promise<Record<string, unknown>> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const found: Record<string, unknown> = { user }
  for (const [name, table] of Object.entries(owned)) {
    found[name] = await readAll(db, table, eq(table.userId, userId))
  }
  const ordered = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  for (const [name, table] of Object.entries(ofOrders)) {
    found[name] = await readAll(db, table, inArray(table.orderId, ordered))
  }
  found.complaints = user?.contactNumber
    ? await readAll(db, complaints, eq(complaints.contactNumber, user.contactNumber))
    : []
  return found
}

function readAll(db: Database, table: PgTable, whose = sql`true`) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !leftOut.includes(name))
  return db.select(Object.fromEntries(columns)).from(table).where(whose)
}
