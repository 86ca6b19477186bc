import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import {
  cartLines,
  carts,
  wishlistLines,
  couponRedemptions,
} from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  invoices,
  orderEvents,
  orderLines,
  orders,
  returnPhotos,
} from '#server/database/schema/orders.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { reviews } from '#server/database/schema/catalogue.ts'
import { addresses, consents, sessions, users } from '#server/database/schema/users.ts'
import { complaints } from '#server/database/schema/support.ts'

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
  returnPhotos,
  pushSubscriptions,
  sessions,
}

/** The tables that belong to the orders of a user. */
const orderTables: Record<string, PgTable & { orderId: PgColumn }> = {
  orderLines,
  orderEvents,
  payments,
  refunds,
  invoices,
}

/** Secrets of devices and sessions are not personal data. */
const secrets = ['tokenHash', 'p256dh', 'auth']
/** Photos are left out, because the exported orders contain their URLs. */
const binaryColumns = ['picture']
const excludedColumns = [...secrets, ...binaryColumns]

/** Reads all data about a user, table by table. */
export async function exportUser(db: Database, userId: string): Promise<Record<string, unknown>> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const exported: Record<string, unknown> = { user }
  for (const [name, table] of Object.entries(userTables)) {
    exported[name] = await readAll(db, table, eq(table.userId, userId))
  }
  const ordered = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  for (const [name, table] of Object.entries(orderTables)) {
    exported[name] = await readAll(db, table, inArray(table.orderId, ordered))
  }
  exported.complaints = user?.contactNumber
    ? await readAll(db, complaints, eq(complaints.contactNumber, user.contactNumber))
    : []
  return exported
}

function readAll(db: Database, table: PgTable, condition = sql`true`) {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => !excludedColumns.includes(name),
  )
  return db.select(Object.fromEntries(columns)).from(table).where(condition)
}
