import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { purchaseTerms } from '#server/database/schema/storefront.ts'
import { orderNotes } from '#server/database/schema/orders.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { seedStaff } from '#server/demo/seedStaff.ts'
import { aKey, aPerson } from '#tests/support/api/tests/staffTest.ts'
import {
  commandStore,
  placeCashOrder,
  placePrepaidOrder,
  runSteps,
} from '#tests/support/api/tests/commandTest.ts'
import { isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { contentOf, inspect, withOtherDatabase } from '#tests/support/database/restoredDatabase.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()
const folder = mkdtempSync(join(tmpdir(), 'pehno-backup-'))
const file = join(folder, 'store.backup')
let before: Record<string, string>

beforeAll(async () => {
  await store.db.delete(purchaseTerms)
  await seedDemo(store.db)
  const { number, orderId } = await placeCashOrder(store)
  await placePrepaidOrder(store, undefined)
  vi.stubEnv('DATABASE_URL', store.url)
  await seedStaff(store.db)
  const { id } = await aPerson(store.db, 'owner')
  await aKey(store.db, 'manager')
  await store.db.insert(orderNotes).values({
    ...{ orderId, staffId: id, by: 'Meera Joshi', text: 'Ring twice' },
  })
  await runSteps(number, 'pack', 'send', 'on-the-way', 'delivered')
  await addRetriedRefund(store.db)
  await store.db.execute(sql`insert into return_photos (id, user_id, picture)
    select 'a-photo', id, '\\x00ff10'::bytea from users limit 1`)
  before = await contentOf(store.db)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A refund that was tried again, and many others between the two: the failed one is the last row. */
async function addRetriedRefund(db: Database) {
  const columns = sql`id, payment_id, order_id, reason, reference, amount_paise, retry_of_id`
  await db.execute(sql`insert into refunds (${columns})
    select 'failed', id, order_id, 'paid_twice', 'cause', 1, null from payments limit 1`)
  await db.execute(sql`insert into refunds (${columns})
    select 'retry', payment_id, order_id, reason, reference, 1, id from refunds where id = 'failed'`)
  await db.execute(sql`insert into refunds (${columns})
    select n, payment_id, order_id, reason, 'cause ' || n, 1, null
    from refunds, generate_series(1, 1000) n where id = 'failed'`)
  // The first page is full, so the new version of the row comes after all others.
  await db.execute(sql`update refunds set status = 'failed' where id = 'failed'`)
}

test('a backup contains everything, and a store restored from it keeps working [ops.1]', async () => {
  const written = await runStoreCommand('db', 'backup', file)
  expect(written).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows of \d+ tables/) })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  await withOtherDatabase(async (url) => {
    const unconfirmed = await runStoreCommand('db', 'restore', file)
    const restored = await runStoreCommand('db', 'restore', file, '--yes')

    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(await inspect(url, contentOf)).toEqual(before)
    // The next stock movement gets a free id, and the triggers work.
    const [code] = await inspect(url, async (db) => {
      const { rows } = await db.execute<{ code: string }>(sql`select code from products limit 1`)
      return rows.map((row) => row.code)
    })
    const shown = await runStoreCommand('stock', 'show', code ?? '', '--json')
    const [size = ''] = shown.json<{ sizes: string[] }>().sizes
    const words = ['stock', 'set', code ?? '', `${size}=77`, '--warehouse', 'pune']
    expect(await runStoreCommand(...words)).toMatchObject({ code: 0 })
    const { rows } = await inspect(url, (db) =>
      db.execute<{ stock: Record<string, Record<string, number>> }>(
        sql`select stock from products where code = ${code}`,
      ),
    )
    expect(rows[0]?.stock).toMatchObject({ pune: { [size]: 77 } })
  })
}, 90_000)

test.runIf(isOnPostgres)(
  'nothing is restored while the store uses the database [ops.1]',
  async () => {
    await withOtherDatabase(async (url) => {
      const { db, close } = openConnection(url)
      await db.execute(sql`select 1`)

      const refused = await runStoreCommand('db', 'restore', file, '--yes')

      await close()
      expect(refused).toMatchObject({
        code: 1,
        err: 'The database is in use. Please stop the store first.',
      })
    })
  },
)

test.runIf(isOnPostgres)('a restore waits for a session that is just ending [ops.1]', async () => {
  await withOtherDatabase(async (url) => {
    const ending = openConnection(url)
    await ending.db.execute(sql`select 1`)

    const restoring = runStoreCommand('db', 'restore', file, '--yes')
    await inspect(url, (db) =>
      expect
        .poll(
          () =>
            db.$count(
              sql`pg_stat_activity`,
              sql`pid <> pg_backend_pid() and query like '%usename = current_user%'`,
            ),
          { timeout: 15_000 },
        )
        .toBeGreaterThan(0),
    )
    await ending.close()

    expect(await restoring).toMatchObject({ code: 0 })
  })
})

// The embedded database is the same in both runs of this file.
test.skipIf(isOnPostgres)(
  'nothing is restored into an embedded database while another process has it open [ops.1]',
  async () => {
    const dataDir = join(folder, 'embedded')
    const owner = await openDatabase({ dataDir })
    await migrate(owner.db)
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('DATA_DIR', dataDir)

    const refused = await runStoreCommand('db', 'restore', file, '--yes')
    await owner.close()
    const restored = await runStoreCommand('db', 'restore', file, '--yes')

    expect(refused).toMatchObject({
      code: 1,
      err: 'The database is in use. Please stop the store first.',
    })
    expect(restored).toMatchObject({ code: 0, err: '' })
    const again = await openDatabase({ dataDir })
    expect(await contentOf(again.db)).toEqual(before)
    await again.close()
  },
  90_000,
)
