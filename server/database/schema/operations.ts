import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

import { timestamptzNow, key, timestamptz, uuidKey } from './columns.ts'

/**
 * Stored responses by `Idempotency-Key`. The row is inserted before the work starts, so that a concurrent
 * retry waits for its lock. `call` is method and path.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The customer, person of the staff or API key that sent it. */
    userId: key().notNull(),
    key: key().notNull(),
    call: key().notNull(),
    bodyHash: key().notNull(),
    state: text({ enum: ['running', 'done'] })
      .notNull()
      .default('running'),
    status: smallint(),
    response: jsonb().$type<unknown>(),
    createdAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key, table.call] }),
    index().on(table.expiresAt),
  ],
)

/** Counters of rate limits, for the window that ends at `resetsAt`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: key().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.resetsAt)],
)

/** A job queue. Any process may claim a job (`for update skip locked`); jobs run at least once. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuidKey(),
    kind: key().notNull(),
    /** Deduplication key: a second job with the same cause is not inserted. */
    cause: key().unique(),
    payload: jsonb().$type<unknown>().notNull().default({}),
    runAt: timestamptzNow(),
    tries: integer().notNull().default(0),
    lockedUntil: timestamptz(),
    doneAt: timestamptz(),
    failure: text(),
  },
  (table) => [
    index('jobs_waiting')
      .on(table.runAt)
      .where(sql`done_at is null`),
  ],
)

export const complaints = pgTable('complaints', {
  id: uuidKey(),
  /** The ticket number that the shopper gets. */
  ticket: key().notNull().unique(),
  name: text().notNull(),
  contactNumber: text().notNull(),
  text: text().notNull(),
  orderId: key(),
  state: text({ enum: ['open', 'answered'] })
    .notNull()
    .default('open'),
  createdAt: timestamptzNow(),
  answeredAt: timestamptz(),
})

/** What the store and the shopper wrote about a complaint after it. */
export const complaintMessages = pgTable(
  'complaint_messages',
  {
    id: uuidKey(),
    complaintId: key()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    by: text({ enum: ['store', 'shopper'] }).notNull(),
    text: text().notNull(),
    at: timestamptzNow(),
  },
  (table) => [index().on(table.complaintId, table.at)],
)

/** Text messages of demo mode, which are not sent. Live mode never writes here. */
export const inboxMessages = pgTable(
  'inbox_messages',
  {
    id: uuidKey(),
    to: key().notNull(),
    text: text().notNull(),
    otp: text(),
    link: text(),
    at: timestamptzNow(),
  },
  (table) => [index().on(table.to, table.at.desc())],
)

/** Web vitals of real visits, without personal data. */
export const vitals = pgTable(
  'vitals',
  {
    id: uuidKey(),
    page: text().notNull(),
    metric: text({ enum: ['FCP', 'LCP', 'CLS', 'INP', 'TTFB'] }).notNull(),
    value: doublePrecision().notNull(),
    at: timestamptzNow(),
  },
  (table) => [index().on(table.at)],
)
