import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openConnection } from '#server/database/client/connect.ts'
import { restoreBackup, writeBackup } from '#server/database/backup.ts'
import { migrate, readMigrations } from '#server/database/migrate.ts'
import { commandStore, placeCashOrder } from '#tests/support/api/tests/commandTest.ts'
import { contentOf, inspect, withOtherDatabase } from '#tests/support/database/restoredDatabase.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()
const folder = mkdtempSync(join(tmpdir(), 'pehno-backup-files-'))
const file = join(folder, 'store.backup')

beforeAll(async () => {
  await placeCashOrder(store)
  await writeBackup(store.db, file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
