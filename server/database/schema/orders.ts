import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import {
  isActive,
  OrderStatus,
  PaymentMethod,
  type RefundAccount,
  UnplacedReason,
} from '#contract/orders/order.ts'
import { DeliveryProof } from '#contract/staff/deliverySettings.ts'
import { ItemChangeReason } from '#contract/staff/itemChanges.ts'
import { products } from './catalogue.ts'
import {
  bytes,
  timestamptzNow,
  key,
  lineDetails,
  timestamptz,
  uuidKey,
  pricePaise,
  totalPaise,
} from './columns.ts'
import { coupons } from './carts.ts'
import { warehouses } from './storefront.ts'
import { staff } from './staff.ts'
import { users } from './users.ts'

export const orderStatuses = OrderStatus.options
export const activeStatuses = orderStatuses.filter(isActive)
const paymentMethods = PaymentMethod.options

export const deliveryAgents = pgTable('delivery_agents', {
  id: uuidKey(),
  name: text().notNull(),
  contactNumber: text().notNull(),
  isActive: boolean().notNull().default(true),
  /** The rider's account in the desk, if they have one. */
  staffId: key()
    .unique()
    .references(() => staff.id),
})

/** A snapshot of the address at the time of the order. */
type OrderAddress = {
  _id: string
  label: 'home' | 'work' | 'other'
  house: string
  street: string
  city: string
  state: string
  postalCode: string
  latitude: string
  longitude: string
}

/** The time of the statement: of two transactions that change an order, each has its own. */
export const orderChange = () => sql`clock_timestamp()`

/**
 * `checkoutStatus` is how far the checkout came, `status` where the order is after it. An order that awaits
 * payment reserves stock until `holdUntil` and expires then. The checkout is completed when the payment
 * arrives, for an order that is paid on delivery at once. Only then do customers and staff see the order.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuidKey(),
    /** The order number that people use; random. */
    orderNumber: key().notNull().unique(),
    userId: key()
      .notNull()
      .references(() => users.id),
    /** Whether the customer placed it in the shop, or the staff for the customer on the phone. */
    channel: text({ enum: ['shop', 'phone'] })
      .notNull()
      .default('shop'),
    checkoutStatus: text({ enum: ['awaiting_payment', 'expired', 'completed'] }).notNull(),
    status: text({ enum: orderStatuses }).notNull().default('Accepted'),
    purchaseType: text({ enum: ['Standard', 'Try and Buy'] }).notNull(),
    paymentMethod: text({ enum: paymentMethods }).notNull(),
    paymentStatus: text({ enum: ['Pending', 'paid'] })
      .notNull()
      .default('Pending'),
    /** Why the order was cancelled and refunded when its payment arrived, instead of being placed. */
    unplacedReason: text({ enum: UnplacedReason.options }),
    address: jsonb().$type<OrderAddress>().notNull(),
    addressId: key(),
    receiverName: text(),
    receiverContactNumber: text(),
    warehouseId: key()
      .notNull()
      .references(() => warehouses.id),
    agentId: key().references(() => deliveryAgents.id),
    couponId: key().references(() => coupons.id),
    couponName: text(),
    /** Items at MRP, items at their selling price, and the charges and discounts that lead to the total. */
    mrpTotalPaise: totalPaise().notNull(),
    basePaise: totalPaise().notNull(),
    couponPaise: totalPaise().notNull().default(0),
    trialPaise: totalPaise().notNull().default(0),
    shippingPaise: totalPaise().notNull().default(0),
    totalPaise: totalPaise().notNull(),
    refundedPaise: totalPaise().notNull().default(0),
    /** The part of the total that is collected at the door of an order that was paid: another item costs more. */
    balancePaise: totalPaise().notNull().default(0),
    deliveryMinutes: integer(),
    /** The arrival time that was promised at the checkout, and is repeated wherever the order is shown. */
    promisedBy: timestamptz(),
    /** Fingerprint of the bag: placing the same bag again returns the same order. */
    cartHash: key(),
    /**
     * The later order of the same bag. An order that was replaced is never placed, even if its payment
     * arrives after all. Not a foreign key, because it is written before the later order.
     */
    replacedById: key(),
    createdAt: timestamptzNow(),
    holdUntil: timestamptz(),
    placedAt: timestamptz(),
    /** When the status last changed; the demo courier waits from here. */
    movedAt: timestamptzNow(),
    /**
     * When anything that the customer sees of the order has last changed: its status, payment, items or
     * refunds. Open pages are notified of it.
     */
    changedAt: timestamptzNow().$onUpdate(orderChange),
    /** Where the customer wants a refund of what was paid on delivery. */
    refundAccount: jsonb().$type<RefundAccount>(),
    /** When the warehouse began to pack the order, and when it was done. Customers, who can still cancel it, see neither. */
    packingSince: timestamptz(),
    packedAt: timestamptz(),
    /** How often a rider was there in vain. */
    attempts: smallint().notNull().default(0),
    /** Set from a failed attempt until staff decide how the order goes on. */
    failedAt: timestamptz(),
    failedReason: text(),
    /** What the rider needs to deliver the order: fixed when it is handed over. */
    deliveryProof: text({ enum: DeliveryProof.options }).notNull().default('none'),
    /** Only the customer reads it, while the order is on its way; null once the order is closed. */
    deliveryCode: text(),
    /** Wrong codes so far. */
    deliveryCodeTries: smallint().notNull().default(0),
    /** When a person first moved the order; the simulated courier of demo mode then leaves it alone. */
    takenOverAt: timestamptz(),
    deliveredAt: timestamptz(),
    /** When the customer refused the delivery, which cancelled the order. */
    refusedAt: timestamptz(),
  },
  (table) => [
    index('orders_of_user').on(table.userId, table.createdAt.desc()),
    index('orders_changed').on(table.changedAt),
    index('orders_unpaid')
      .on(table.userId)
      .where(sql`checkout_status <> 'completed'`),
    index('orders_on_hold')
      .on(table.holdUntil)
      .where(sql`checkout_status = 'awaiting_payment'`),
    index('orders_under_way')
      .on(table.movedAt)
      .where(
        sql`checkout_status = 'completed' and status in ('Accepted', 'Shipped', 'On the way', 'Arrived', 'Size Trialing')`,
      ),
    index('orders_for_cash')
      .on(sql`(address->>'postalCode')`)
      .where(
        sql`checkout_status = 'completed' and payment_method = 'Cash on delivery' and payment_status = 'Pending'`,
      ),
    index('orders_for_cash_nearby')
      .on(sql`(nullif(address->>'latitude', '')::float8)`)
      .where(
        sql`checkout_status = 'completed' and payment_method = 'Cash on delivery' and payment_status = 'Pending'`,
      ),
    check(
      'orders_total',
      sql`total_paise = base_paise - coupon_paise + trial_paise + shipping_paise and coupon_paise between 0 and base_paise`,
    ),
    check('orders_balance', sql`balance_paise between 0 and total_paise`),
    check('orders_unplaced', sql`unplaced_reason is null or status = 'Cancelled'`),
    // A refund exceeds the total only if more was captured, and then the order is cancelled.
    check(
      'orders_refunded',
      sql`refunded_paise >= 0 and (refunded_paise <= total_paise or status = 'Cancelled')`,
    ),
  ],
)

/** Order lines with a snapshot of the product. Amounts are per item, except net amounts. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    productId: key()
      .notNull()
      .references(() => products.id),
    productName: text().notNull(),
    brandId: key().notNull(),
    brandName: text().notNull(),
    photos: jsonb().$type<string[]>().notNull().default([]),
    tint: smallint().notNull().default(0),
    size: key().notNull(),
    trialSize: key(),
    /** The size that the shopper kept after the trial. */
    soldSize: key(),
    quantity: integer().notNull(),
    details: lineDetails(),
    purchaseType: text({ enum: ['Standard', 'Try and Buy'] }).notNull(),
    mrpPaise: pricePaise().notNull(),
    pricePaise: pricePaise().notNull(),
    /** The line's share of the coupon, and quantity times price less that share, which is what a return refunds. */
    couponSharePaise: totalPaise().notNull().default(0),
    netPaise: totalPaise().notNull(),
    refundedPaise: totalPaise().notNull().default(0),
    hsn: text().notNull().default(''),
    gstBasisPoints: integer().notNull().default(0),
    taxablePaise: totalPaise().notNull().default(0),
    cgstPaise: totalPaise().notNull().default(0),
    sgstPaise: totalPaise().notNull().default(0),
    igstPaise: totalPaise().notNull().default(0),
    status: text({ enum: orderStatuses }).notNull().default('Accepted'),
    returnReason: text(),
    returnPhotos: jsonb().$type<string[]>().notNull().default([]),
    exchangeSize: key(),
    exchangeReason: text(),
    /** Why the store refused the return or exchange. The customer reads it. */
    refusalReason: text(),
    /** Why the store cancelled the item before the order left. */
    cancelReason: text({ enum: ItemChangeReason.options }),
    /** The size of it that was damaged or missing, and did not go back on sale. */
    writtenOffSize: key(),
    deliveredAt: timestamptz(),
  },
  (table) => [
    index('order_lines_of_order').on(table.orderId, table.position),
    index('order_lines_of_product').on(table.productId),
    index('order_lines_exchanged')
      .on(table.productId, table.size, table.exchangeSize)
      .where(sql`status = 'Exchanged'`),
    check('order_lines_quantity', sql`quantity > 0`),
    check(
      'order_lines_net',
      sql`net_paise = quantity::bigint * price_paise - coupon_share_paise and net_paise >= 0`,
    ),
    check('order_lines_refunded', sql`refunded_paise between 0 and net_paise`),
  ],
)

/** The status history of an order (null `lineId`) and its lines. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    lineId: key().references(() => orderLines.id, { onDelete: 'cascade' }),
    status: text({ enum: orderStatuses }).notNull(),
    by: text({ enum: ['shopper', 'courier', 'store', 'payment'] }).notNull(),
    /** The person of the staff who did it, if it was one. */
    staffId: key().references(() => staff.id),
    at: timestamptzNow(),
  },
  (table) => [index('order_events_of_order').on(table.orderId, table.at)],
)

/** What packers have taken from the shelf for an order. Picks of a size that the line no longer has do not count. */
export const orderPicks = pgTable(
  'order_picks',
  {
    lineId: key()
      .notNull()
      .references(() => orderLines.id, { onDelete: 'cascade' }),
    size: key().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.size] }),
    check('order_picks_quantity', sql`quantity > 0`),
  ],
)

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderLines.$inferSelect

/** The last number of each series (a financial year). The row lock keeps the numbers without gaps. */
export const invoiceCounters = pgTable('invoice_counters', {
  series: key().primaryKey(),
  lastNumber: integer().notNull().default(0),
})

/** Issued invoices and credit notes. Rows are immutable. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['invoice', 'credit_note'] }).notNull(),
    /** The id of the order, or of the returned line for a credit note. */
    reference: key().notNull(),
    series: key().notNull(),
    number: integer().notNull(),
    content: jsonb().$type<unknown>().notNull(),
    issuedAt: timestamptzNow(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.series, table.number),
    uniqueIndex('invoices_once').on(table.orderId, table.kind, table.reference),
  ],
)

/** What staff wrote about an order for each other. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    staffId: key().references(() => staff.id),
    by: text().notNull(),
    text: text().notNull(),
    at: timestamptzNow(),
  },
  (table) => [index().on(table.orderId, table.at)],
)

/** Photos that shoppers attach to a return. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    id: uuidKey(),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The returned line; null until the return is requested. */
    lineId: key(),
    picture: bytes().notNull(),
    createdAt: timestamptzNow(),
  },
  (table) => [
    index('return_photos_of_user').on(table.userId),
    index('return_photos_unclaimed')
      .on(table.createdAt)
      .where(sql`line_id is null`),
  ],
)
