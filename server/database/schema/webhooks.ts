import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { DeliveryState, WebhookEvent } from '#contract/staff/connections.ts'
import { key, timestamptz, timestamptzNow, uuidKey } from './columns.ts'

/** Addresses of other programs to which the store sends events. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuidKey(),
  url: text().notNull(),
  events: text({ enum: WebhookEvent.options })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The key of the signatures, which cannot be stored as a hash. */
  secret: text().notNull(),
  createdAt: timestamptzNow(),
  deliveredAt: timestamptz(),
  /** Since when every try has failed; null while events arrive. */
  failingSince: timestamptz(),
  pausedAt: timestamptz(),
})

/** Events on their way to one address. The body is stored as it is signed, so that every try sends the same. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuidKey(),
    endpointId: key()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: key().notNull(),
    event: text({ enum: [...WebhookEvent.options, 'test'] }).notNull(),
    /** What people call the thing: an order number, or a code and size. */
    about: text().notNull(),
    body: text().notNull(),
    state: text({ enum: DeliveryState.options }).notNull().default('waiting'),
    tries: smallint().notNull().default(0),
    statusCode: integer(),
    problem: text(),
    createdAt: timestamptzNow(),
    triedAt: timestamptz(),
    nextTryAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_of_endpoint').on(table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_by_age').on(table.createdAt),
  ],
)
