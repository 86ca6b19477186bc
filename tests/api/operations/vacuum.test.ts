import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { vacuumGrownTables } from '#server/jobs/maintenance.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'

let fresh: FreshDatabase
let store: Connection

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

/** PostgreSQL's estimate of a table: rows and pages. */
async function known(name: string) {
  const { rows } = await store.db.execute<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where relname = ${name}`,
  )
  return rows[0]?.rows
}

test('statistics are updated as the store grows, so that queries stay fast [ops.2]', async () => {
  const { db } = store
  await db.execute(sql`create table things (id int primary key)`)
  await db.execute(sql`insert into things values (0)`)
  await db.execute(sql`vacuum (analyze) things`)
  await db.execute(sql`insert into things select generate_series(1, 8999)`)
  expect(await known('things')).toBe(1)

  await vacuumGrownTables(db)

  expect(await known('things')).toBe(9000)
})
