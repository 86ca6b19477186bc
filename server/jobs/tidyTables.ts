import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 60_000

/** PostgreSQL does this by itself; the embedded database has nobody who would. */
export const startTidying = (db: Database) => repeat(pauseMs, () => tidyTables(db))

/**
 * Tables that have grown by half are tidied, and what is in them is counted: what was planned for them
 * when they were small, and goes through all of them, is planned anew. One after the other, so that
 * whoever has a question waits for one only.
 */
export async function tidyTables(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int > 3 + 1.5 * relpages`)
  for (const { name } of rows) await db.execute(sql.raw(`vacuum (analyze, skip_locked) ${name}`))
}
