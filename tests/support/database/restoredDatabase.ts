import { sql } from 'drizzle-orm'
import { vi } from 'vitest'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { freshDatabase } from './freshDatabase.ts'

/**
 * A hash of every table, independent of the order of rows. Stems differ between PostgreSQL
 * versions, so the stemmed words, which are derived, are left out.
 */
export async function contentOf(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ sum: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'changed_in')::text), '' order by md5((to_jsonb(t) - 'changed_in')::text))), '') as sum from "${name}" t`,
      ),
    )
    content[name] = rows[0]?.sum ?? ''
  }
  return content
}

/** Runs on a database of its own with the store's schema and no rows. */
export async function withOtherDatabase(work: (url: string) => Promise<void>) {
  const other = await freshDatabase()
  vi.stubEnv('DATABASE_URL', other.url)
  await work(other.url).finally(other.drop)
}

export async function inspect<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openConnection(url)
  return work(db).finally(close)
}
