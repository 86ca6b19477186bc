import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { UnplacedReason } from '#contract/orders/order.ts'
import { RefundReason } from '#contract/staff/itemChanges.ts'
import { timestamptzNow, key, timestamptz, uuidKey, totalPaise } from './columns.ts'
import { deliveryAgents, orders } from './orders.ts'

/** Cash that a rider handed over to the store, counted by both. A difference stays on record. */
export const cashHandovers = pgTable(
  'cash_handovers',
  {
    id: uuidKey(),
    agentId: key()
      .notNull()
      .references(() => deliveryAgents.id),
    /** What the rider had collected since the last time, and what they counted. */
    expectedPaise: totalPaise().notNull(),
    countedPaise: totalPaise().notNull(),
    /** Why the two differ. */
    reason: text(),
    at: timestamptzNow(),
    /** What the store counted; null until then. */
    receivedPaise: totalPaise(),
    receivedBy: text(),
    receivedReason: text(),
    receivedAt: timestamptz(),
  },
  (table) => [
    index().on(table.agentId, table.at),
    check(
      'cash_handovers_amounts',
      sql`expected_paise >= 0 and counted_paise >= 0 and received_paise >= 0`,
    ),
    check('cash_handovers_received', sql`(received_paise is null) = (received_at is null)`),
  ],
)

/** A payment attempt for an order: an order at the provider, or a payment link. */
export const payments = pgTable(
  'payments',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id),
    provider: text({ enum: ['razorpay', 'sandbox', 'cash'] }).notNull(),
    kind: text({ enum: ['checkout', 'link', 'on_delivery'] }).notNull(),
    status: text({ enum: ['created', 'failed', 'captured', 'refunded', 'cancelled'] }).notNull(),
    /** The amount to pay, after the capture the captured amount, in the smallest unit of `currency`. */
    amountPaise: totalPaise().notNull(),
    currency: key().notNull().default('INR'),
    providerOrderId: key().unique(),
    providerPaymentId: key().unique(),
    method: text(),
    /** The rider who collected it in cash, and with which hand-over the store got it. */
    collectedById: key().references(() => deliveryAgents.id),
    cashHandoverId: key().references(() => cashHandovers.id),
    linkUrl: text(),
    linkSentAt: timestamptz(),
    linkSends: integer().notNull().default(0),
    createdAt: timestamptzNow(),
    capturedAt: timestamptz(),
    /** When the status was last read from the provider. */
    checkedAt: timestamptz(),
    /** When a paid attempt is next checked for a duplicate payment. */
    nextCheckAt: timestamptz(),
  },
  (table) => [
    index('payments_of_order').on(table.orderId),
    index('payments_open')
      .on(table.createdAt)
      .where(sql`status = 'created'`),
    index('payments_to_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
    index('payments_with_rider')
      .on(table.collectedById)
      .where(sql`collected_by_id is not null and cash_handover_id is null`),
    check('payments_amount', sql`amount_paise > 0`),
  ],
)

/** The condition of the index `refunds_once`. */
export const isFirstAttempt = sql`retry_of_id is null`

/**
 * Refunds. `reference` identifies the cause, so that each cause is refunded only once. A refund that the
 * bank has returned stays failed and is tried again as a new one, which has the same cause. The reasons
 * `wrong_amount` and `not_asked` both mean an unexpected amount, in the checkout and by a payment link.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuidKey(),
    paymentId: key()
      .notNull()
      .references(() => payments.id),
    orderId: key()
      .notNull()
      .references(() => orders.id),
    lineId: key(),
    reference: key().notNull(),
    /** The failed refund that this one tries again. */
    retryOfId: key()
      .unique()
      .references((): AnyPgColumn => refunds.id),
    reason: text({
      enum: [
        ...UnplacedReason.options,
        'cancelled',
        'item_cancelled',
        'item_replaced',
        'returned',
        'trial_unsold',
        'paid_twice',
        'not_asked',
        ...RefundReason.options,
      ],
    }).notNull(),
    amountPaise: totalPaise().notNull(),
    status: text({ enum: ['pending', 'processed', 'failed'] })
      .notNull()
      .default('pending'),
    providerRefundId: key().unique(),
    /** Number of attempts at the provider, and the time of the next one. */
    tries: integer().notNull().default(0),
    nextAttemptAt: timestamptzNow(),
    createdAt: timestamptzNow(),
    settledAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('refunds_once').on(table.reference).where(isFirstAttempt),
    index('refunds_of_order').on(table.orderId),
    index('refunds_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
    check('refunds_amount', sql`amount_paise > 0`),
    check('refunds_retry', sql`retry_of_id <> id`),
  ],
)

/** Processed webhook events. The id is inserted in the transaction that applies the event, so each is applied once. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: key().primaryKey(),
    provider: text().notNull(),
    name: text().notNull(),
    body: jsonb().$type<unknown>().notNull(),
    receivedAt: timestamptzNow(),
  },
  (table) => [index().on(table.receivedAt)],
)

/** The objects of the sandbox payment provider: its own records, not the store's. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: key().primaryKey(),
    kind: text({ enum: ['order', 'payment', 'refund', 'payment_link'] }).notNull(),
    /** The order of a payment or link, or the payment of a refund. */
    parentId: key(),
    /** A unique key: an order's receipt, a link's reference, or a refund's idempotency key. */
    mark: key().unique(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptzNow(),
  },
  (table) => [index().on(table.parentId)],
)

/** The sandbox provider's outgoing webhooks, with the body exactly as it is signed. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: key().primaryKey(),
    body: text().notNull(),
    tries: integer().notNull().default(0),
    dueAt: timestamptzNow(),
    deliveredAt: timestamptz(),
  },
  (table) => [index().on(table.dueAt)],
)
