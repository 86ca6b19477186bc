import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment } from './columns.ts'

/** What the sandbox provider of demo mode knows: its side of the payments, not the store's. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: key().primaryKey(),
    kind: text({ enum: ['order', 'payment', 'refund', 'payment_link'] }).notNull(),
    /** Of a payment its order, of a refund its payment, of a link its order. */
    parentId: key(),
    /** What may come once only: a receipt, a link's reference, the key of a refund. */
    mark: key().unique(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdMoment(),
  },
  (table) => [index().on(table.parentId)],
)

/** What the sandbox provider has to tell the store's webhook; the body as it is signed. */
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
