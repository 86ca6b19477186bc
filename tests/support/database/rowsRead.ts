import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'

/**
 * Counts the rows of a table that `work` reads within the caller's transaction, by PostgreSQL's own
 * statistics. Shows whether an index is used and a limit is effective, independent of the machine's
 * speed.
 */
export async function rowsRead(
  tx: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await read(tx, table)
  await work()
  return (await read(tx, table)) - before
}

async function read(tx: Database, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname = ${table}`)
  return rows[0]?.count ?? 0
}
