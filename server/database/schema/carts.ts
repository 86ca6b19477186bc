import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { products } from './catalogue.ts'
import {
  timestamptzNow,
  key,
  timestamptz,
  uuidKey,
  pricePaise,
  totalPaise,
  lineDetails,
} from './columns.ts'
import { addresses, users } from './users.ts'

export const coupons = pgTable(
  'coupons',
  {
    id: uuidKey(),
    /** The coupon code, in capitals. */
    name: key().notNull().unique(),
    headline: text(),
    /** HTML with only `strong` and `em`, sanitised when it is saved. */
    tagline: text(),
    discountType: text({ enum: ['flat', 'percentage'] }).notNull(),
    /** Discount of a flat coupon. */
    amountPaise: pricePaise(),
    /** Discount of a percentage coupon in basis points: 10 % is 1000. */
    basisPoints: integer(),
    /** Maximum discount of a percentage coupon. */
    discountUpToPaise: pricePaise(),
    minimumPurchasePaise: pricePaise().notNull().default(0),
    /** The purchase type that the coupon is limited to; null for any. */
    purchaseType: text({ enum: ['Standard', 'Try and Buy'] }),
    startsAt: timestamptz(),
    endsAt: timestamptz(),
    isListed: boolean().notNull().default(true),
    isFirstOrderOnly: boolean().notNull().default(false),
    /** Null means unlimited. */
    maxUsesPerUser: integer().default(1),
    maxUses: integer(),
    used: integer().notNull().default(0),
    createdAt: timestamptzNow(),
  },
  () => [
    check(
      'coupons_worth',
      sql`case discount_type when 'flat' then coalesce(amount_paise, 0) > 0 else coalesce(basis_points, 0) between 1 and 10000 end`,
    ),
    check('coupons_used', sql`used >= 0 and (max_uses is null or used <= max_uses)`),
  ],
)

/** A redemption of a coupon by an order; released when the order is cancelled or expires. */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    orderId: key().primaryKey(),
    couponId: key()
      .notNull()
      .references(() => coupons.id),
    userId: key()
      .notNull()
      .references(() => users.id),
    discountPaise: totalPaise().notNull(),
    /** Set when the account is erased, so that a new account with the same number cannot redeem the coupon again. */
    phoneHash: text(),
    at: timestamptzNow(),
    releasedAt: timestamptz(),
  },
  (table) => [
    index().on(table.couponId, table.userId),
    index('coupon_redemptions_of_phone')
      .on(table.phoneHash)
      .where(sql`phone_hash is not null`),
  ],
)

/** Settings of the whole bag, such as its coupon. Every cart line refers to a row here. */
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
  updatedAt: timestamptzNow(),
})

export const cartLines = pgTable(
  'cart_lines',
  {
    id: uuidKey(),
    userId: key()
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: key().notNull(),
    trialSize: key(),
    quantity: integer().notNull(),
    details: lineDetails(),
    addedAt: timestamptzNow(),
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
    addedAt: timestamptzNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)
