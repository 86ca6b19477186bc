import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId, pricePaise, totalPaise } from './columns.ts'
import { users } from './users.ts'

export const coupons = pgTable(
  'coupons',
  {
    id: ownId(),
    /** The code a shopper types, in capitals. */
    name: key().notNull().unique(),
    headline: text(),
    /** HTML of strong and em, cleaned when written. */
    tagline: text(),
    discountType: text({ enum: ['flat', 'percentage'] }).notNull(),
    /** Of a flat coupon. */
    amountPaise: pricePaise(),
    /** Of a percentage coupon: 10 % is 1000. */
    basisPoints: integer(),
    /** No percentage coupon takes off more than this. */
    discountUpToPaise: pricePaise(),
    minimumPurchasePaise: pricePaise().notNull().default(0),
    /** The bags it is for. Null: any. */
    purchaseType: text({ enum: ['Standard', 'Try and Buy'] }),
    startsAt: moment(),
    endsAt: moment(),
    isListed: boolean().notNull().default(true),
    isFirstOrderOnly: boolean().notNull().default(false),
    /** Null: as often as one likes. */
    usesPerUser: integer().default(1),
    usesInAll: integer(),
    used: integer().notNull().default(0),
    createdAt: createdMoment(),
  },
  () => [
    check(
      'coupons_worth',
      sql`case discount_type when 'flat' then coalesce(amount_paise, 0) > 0 else coalesce(basis_points, 0) between 1 and 10000 end`,
    ),
    check('coupons_used', sql`used >= 0 and (uses_in_all is null or used <= uses_in_all)`),
  ],
)

/** One use of a coupon by one order; given back when the order is cancelled or expires. */
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
    /** Of an erased account: a new one with the same number does not use its coupons again. */
    phoneHash: text(),
    at: createdMoment(),
    releasedAt: moment(),
  },
  (table) => [
    index().on(table.couponId, table.userId),
    index('coupon_redemptions_of_phone')
      .on(table.phoneHash)
      .where(sql`phone_hash is not null`),
  ],
)
