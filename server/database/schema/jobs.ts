import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'

/** A job queue. Any process may claim a job (`for update skip locked`); jobs run at least once. */
export const jobs = pgTable(
  'jobs',
  {
    id: ownId(),
    kind: key().notNull(),
    /** Deduplication key: a second job with the same cause is not inserted. */
    cause: key().unique(),
    payload: jsonb().$type<unknown>().notNull().default({}),
    runAt: createdMoment(),
    tries: integer().notNull().default(0),
    lockedUntil: moment(),
    doneAt: moment(),
    failure: text(),
  },
  (table) => [
    index('jobs_waiting')
      .on(table.runAt)
      .where(sql`done_at is null`),
  ],
)
