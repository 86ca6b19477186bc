import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { restoreBackup, writeBackup } from '#server/database/backup.ts'
import { migrate, readMigrations } from '#server/database/migrate.ts'
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
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
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

/**
 * A hash of every table, independent of the order of rows. Stems differ between PostgreSQL
 * versions, so the stemmed words, which are derived, are left out.
 */
async function contentOf(db: Database): Promise<Record<string, string>> {
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
async function withOtherDatabase(work: (url: string) => Promise<void>) {
  const other = await freshDatabase()
  vi.stubEnv('DATABASE_URL', other.url)
  await work(other.url).finally(other.drop)
}

async function inspect<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openConnection(url)
  return work(db).finally(close)
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

test('a backup does not overwrite a file [ops.1]', async () => {
  const existingFile = join(folder, 'taken')
  writeFileSync(existingFile, 'precious')

  expect(await runStoreCommand('db', 'backup', existingFile)).toMatchObject({
    code: 1,
    err: `${existingFile} already exists.`,
  })
  expect(readFileSync(existingFile, 'utf8')).toBe('precious')
  expect(await runStoreCommand('db', 'backup', join(folder, 'none', 'file'))).toMatchObject({
    code: 1,
    err: `The folder ${join(folder, 'none')} does not exist.`,
  })
})

test('of two backups to the same file at once, one is complete and the other refused [ops.1]', async () => {
  const path = join(folder, 'twice')

  await withOtherDatabase(async (url) => {
    const written = await inspect(url, async (small) => {
      await migrate(small)
      return Promise.allSettled([store.db, small].map((db) => writeBackup(db, path)))
    })

    const [refused] = written.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { message: `${path} already exists` } })
    const [complete] = written.filter((one) => one.status === 'fulfilled')
    const lastLine = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').at(-1) ?? ''
    expect(complete?.value).toMatchObject(JSON.parse(lastLine) as object)
    expect(complete?.value.bytes).toBe(statSync(path).size)
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })
}, 90_000)

test('a damaged or invalid backup restores nothing [ops.1]', async () => {
  const backup = readFileSync(file)
  const lines = gunzipSync(backup).toString().split('\n')
  const isRow = (line: string) => line.startsWith('[')
  const broken = {
    cut: backup.subarray(0, backup.length / 2),
    short: gzipSync(lines.toSpliced(lines.findIndex(isRow), 1).join('\n')),
    text: Buffer.from('not a backup'),
    other: gzipSync('{"hello":1}\n'),
    newer: gzipSync(lines.join('\n').replace(/"at":\d+/, '"at":9999999999999')),
  }
  await withOtherDatabase(async (url) => {
    const untouched = await inspect(url, contentOf)
    for (const [name, content] of Object.entries(broken)) {
      const path = join(folder, name)
      writeFileSync(path, content)
      const refused = await runStoreCommand('db', 'restore', path, '--yes')
      expect(refused, name).toMatchObject({ code: 1, out: '' })
      expect(refused.err, name).toMatch(/damaged|not a backup|newer version/)
      expect(await inspect(url, contentOf), name).toEqual(untouched)
    }
    expect(await runStoreCommand('db', 'restore', join(folder, 'none'), '--yes')).toMatchObject({
      code: 1,
      err: `${join(folder, 'none')} does not exist.`,
    })
  })
}, 90_000)

test('a backup of an older version is restored with its tables, and then migrated [ops.1]', async () => {
  await withOtherDatabase(async (url) => {
    const older = join(folder, 'older')
    expect(await runStoreCommand('db', 'backup', older)).toMatchObject({ code: 0 })
    const migrations = readMigrations()
    const at = (migrations.at(-1)?.folderMillis ?? 0) + 1
    const added = {
      sql: ['create table gift_notes ()'],
      bps: true,
      folderMillis: at,
      hash: 'added',
    }

    const { db, close } = openConnection(url)
    await restoreBackup(db, older, [...migrations, added])
    const { rows } = await db.execute(
      sql`select to_regclass('gift_notes') is not null as exists, max(created_at)::text as version
        from drizzle.__drizzle_migrations`,
    )
    await close()

    expect(rows).toEqual([{ exists: true, version: String(at) }])
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
