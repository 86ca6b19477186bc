import { sql } from 'drizzle-orm'

import { openDatabase } from '#server/database/openDatabase.ts'

/** Writes pairs of rows, each pair in a transaction, and reports how many were committed. */
const [, , dataDir = ''] = process.argv

const { db } = await openDatabase({ dataDir })
await db.execute(sql`create table if not exists notes (id serial primary key, pair int)`)

for (;;) {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`insert into notes (pair) values (null) returning id`,
    )
    await tx.execute(sql`update notes set pair = id where id = ${rows[0]?.id}`)
  })
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from notes`)
  process.send?.(rows[0]?.n)
}
