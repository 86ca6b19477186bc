import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'

/** Every row of every table, as text. */
export async function dumpOf(db: Database): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE'`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`select t::text as row from ${sql.identifier(name)} t`)
    parts.push(JSON.stringify(rows))
  }
  return parts.join('\n')
}
