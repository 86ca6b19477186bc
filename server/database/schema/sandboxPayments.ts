import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment } from './columns.ts'

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
    createdAt: createdMoment(),
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
    dueAt: createdMoment(),
    deliveredAt: moment(),
  },
  (table) => [index().on(table.dueAt)],
)
