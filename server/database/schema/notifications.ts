import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import { timestamptzNow, key, timestamptz, uuidKey, pricePaise } from './columns.ts'
import { warehouses } from './storefront.ts'
import { sessions, users } from './users.ts'

const ownerId = () =>
  key()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Subscriptions to restocks and price drops of a product. An empty `size` means any size. */
export const productAlerts = pgTable(
  'product_alerts',
  {
    id: uuidKey(),
    userId: ownerId(),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['restock', 'price'] }).notNull(),
    size: key().notNull().default(''),
    /** The warehouse that must have it again; null for any. */
    warehouseId: key().references(() => warehouses.id),
    /** The reference price; a lower one is a drop. */
    pricePaise: pricePaise().notNull(),
    /** Whether a text message is sent too, because notifications do not reach the customer. */
    isBySms: boolean().notNull().default(false),
    createdAt: timestamptzNow(),
    sentAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('product_alerts_once').on(table.userId, table.productId, table.kind, table.size),
    index('product_alerts_waiting')
      .on(table.productId)
      .where(sql`sent_at is null`),
  ],
)

/**
 * Customers who want a text message when the store delivers to a place, the last one that they asked for. A row is
 * deleted when the message is queued.
 */
export const placeAlerts = pgTable('place_alerts', {
  userId: ownerId().primaryKey(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  createdAt: timestamptzNow(),
})

/** A browser's push subscription. It is deleted with the session in which it was created. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuidKey(),
    userId: ownerId(),
    sessionId: key()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: key().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    topics: text({ enum: ['orders', 'restock', 'price', 'offers'] })
      .array()
      .notNull(),
    hasQuietHours: boolean().notNull().default(true),
    offersPerWeek: integer().notNull().default(2),
    createdAt: timestamptzNow(),
  },
  (table) => [index().on(table.userId)],
)
