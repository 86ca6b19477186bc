import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'

import { PickupFinding, PickupOutcome } from '#contract/staff/pickups.ts'
import { bytes, key, timestamptz, timestamptzNow, uuidKey } from './columns.ts'
import { deliveryAgents, orderLines, orders } from './orders.ts'
import { staff } from './staff.ts'

/** The items of returns and exchanges that a rider fetches, and what was found at the door. */
export const pickups = pgTable(
  'pickups',
  {
    lineId: key()
      .primaryKey()
      .references(() => orderLines.id, { onDelete: 'cascade' }),
    orderId: key()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    agentId: key()
      .notNull()
      .references(() => deliveryAgents.id),
    assignedAt: timestamptzNow(),
    /** How often a rider was there in vain, and why the last time. */
    attempts: smallint().notNull().default(0),
    failedReason: text(),
    /** Null until the rider has checked the item at the door. */
    outcome: text({ enum: PickupOutcome.options }),
    finding: text({ enum: PickupFinding.options }),
    note: text(),
    checkedBy: text(),
    checkedAt: timestamptz(),
  },
  (table) => [
    index('pickups_of_order').on(table.orderId),
    index('pickups_of_agent').on(table.agentId),
  ],
)

/**
 * Where the rider of an order was last, while it is on its way and no longer. No place is kept beside the last one, and a
 * trigger deletes it with any other status.
 */
export const riderPositions = pgTable('rider_positions', {
  orderId: key()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  at: timestamptzNow(),
})

/** Photos that riders took at the door. They are deleted after some time (`contract/staff/doorPhotos.ts`). */
export const doorPhotos = pgTable(
  'door_photos',
  {
    id: uuidKey(),
    orderId: key()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    staffId: key()
      .notNull()
      .references(() => staff.id),
    /** What it shows; null until it is used, and then it is deleted after a day. */
    shows: text({ enum: ['delivery', 'pickup'] }),
    /** The item of a pick-up. */
    lineId: key().references(() => orderLines.id, { onDelete: 'cascade' }),
    picture: bytes().notNull(),
    createdAt: timestamptzNow(),
  },
  (table) => [
    index('door_photos_of_order').on(table.orderId),
    index('door_photos_unused')
      .on(table.createdAt)
      .where(sql`shows is null`),
  ],
)
