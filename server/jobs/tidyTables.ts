import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 60_000

/** The embedded database has no autovacuum. */
export const startTidying = (db: Database) => repeat(pauseMs, () => tidyTables(db))

/**
 * Vacuums and analyses tables that have grown by half, so that queries which were planned as sequential
 * scans of small tables are planned again. One table at a time, because queries wait meanwhile.
 */
export async function tidyTables(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int > 3 + 1.5 * relpages`)
  for (const { name } of rows) await db.execute(sql.raw(`vacuum (analyze, skip_locked) ${name}`))
}
