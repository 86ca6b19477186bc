import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { createdMoment, key, moment, ownId } from './columns.ts'

/** Work that any process may take (`for update skip locked`) and that may be done twice. */
export const jobs = pgTable(
  'jobs',
  {
    id: ownId(),
    kind: key().notNull(),
    /** A second job of the same cause is not taken in. */
    cause: key().unique(),
    payload: jsonb().$type<unknown>().notNull().default({}),
    runAt: createdMoment(),
    tries: integer().notNull().default(0),
    takenUntil: moment(),
    doneAt: moment(),
    failure: text(),
  },
  (table) => [
    index('jobs_waiting')
      .on(table.runAt)
      .where(sql`done_at is null`),
  ],
)
