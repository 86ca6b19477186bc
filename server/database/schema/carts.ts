import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import { createdMoment, key, ownId } from './columns.ts'
import { coupons } from './coupons.ts'
import { addresses, users } from './users.ts'

/** Choices for the whole bag. Every cart line refers to a row here. */
export const carts = pgTable('carts', {
  userId: key()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  purchaseType: text({ enum: ['Standard', 'Try and Buy'] })
    .notNull()
    .default('Standard'),
  addressId: key().references(() => addresses.id, { onDelete: 'set null' }),
  receiverName: text(),
  receiverContactNumber: text(),
  couponId: key().references(() => coupons.id, { onDelete: 'set null' }),
  /** Incremented with every change, so that an order is placed only for the bag that the shopper saw. */
  version: integer().notNull().default(0),
  updatedAt: createdMoment(),
})

export const cartLines = pgTable(
  'cart_lines',
  {
    id: ownId(),
    userId: key()
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: key().notNull(),
    trialSize: key(),
    quantity: integer().notNull(),
    addedAt: createdMoment(),
  },
  (table) => [
    uniqueIndex('cart_lines_once').on(table.userId, table.productId, table.size),
    check('cart_lines_quantity', sql`quantity > 0`),
  ],
)

export const wishlistLines = pgTable(
  'wishlist_lines',
  {
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: key(),
    addedAt: createdMoment(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)
