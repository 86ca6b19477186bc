import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { type OpenDatabase, openDatabase } from '#server/database/openDatabase.ts'
import { openEmbedded } from './openEmbedded.ts'
import { socketFolder, socketName } from './dataFolder.ts'

const writer = 'tests/support/database/embeddedWriterChild.ts'
const withTsx = { execArgv: ['--import', 'tsx'] }
const longTimeout = { timeout: 90_000 }
/** The second one meets a database that was recovered from the first. */
const kills = 2

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-embedded-'))
  made.push(folder)
  return folder
}

/** A database that is created once, because that takes seconds. */
const created = makeFolder()
beforeAll(async () => {
  const { close } = await openEmbedded(created)
  await close()
}, 60_000)

function copyDatabase(folder = makeFolder()): string {
  cpSync(created, folder, { recursive: true })
  return folder
}

async function countOf(db: Database): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from notes`)
  return rows[0]?.n ?? 0
}

describe('the embedded database', () => {
  let dataDir = ''
  let store: OpenDatabase

  beforeAll(async () => {
    dataDir = copyDatabase()
    store = await openDatabase({ dataDir })
    await store.db.execute(sql`create table notes (id serial primary key, words text)`)
  }, 60_000)
  afterAll(() => store.close())

  test('is accessible to its user only', () => {
    expect(statSync(join(dataDir, socketName)).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('lets later processes connect', async () => {
    const guest = await openDatabase({ dataDir })
    await guest.db.execute(sql`insert into notes (words) values ('from a guest')`)
    await guest.close()

    expect(store.isOwner).toBe(true)
    expect(guest.isOwner).toBe(false)
    expect(await countOf(store.db)).toBe(1)
  })

  test('never mixes concurrent queries of any length', async () => {
    const others = [1, 2, 3].map(() => openConnection(store.url))
    const long = 'x'.repeat(300_000)
    const selectNumber = async (number: number) => {
      const { db } = others[number % 3] ?? store
      const words = number % 4 === 0 ? `${long}${number}` : `${number}`
      const { rows } = await db.execute<{ n: number; words: string }>(
        sql`select ${number}::int as n, ${words}::text as words`,
      )
      return rows[0]?.n === number && rows[0].words === words
    }

    const results = await Promise.all(
      Array.from({ length: 200 }, (_, number) => selectNumber(number)),
    )

    await Promise.all(others.map(({ close }) => close()))
    expect(results.every(Boolean)).toBe(true)
  })

  test('keeps apart prepared statements of the same name', async () => {
    const other = openConnection(store.url)
    const one = store.db
      .select({ n: sql<number>`1` })
      .from(sql`(select 1) x`)
      .prepare('same')
    const two = other.db
      .select({ n: sql<number>`2` })
      .from(sql`(select 1) x`)
      .prepare('same')

    const results = [await one.execute(), await two.execute(), await one.execute()]

    await other.close()
    expect(results.flat().map(({ n }) => n)).toEqual([1, 2, 1])
  })

  test('runs transactions exclusively', async () => {
    const other = openConnection(store.url)
    const addOne = async (db: Database) =>
      db.transaction(async (tx) => {
        const before = await countOf(tx)
        await tx.execute(sql`insert into notes (words) values (${`after ${before}`})`)
      })
    const before = await countOf(store.db)

    await Promise.all(Array.from({ length: 20 }, (_, i) => addOne(i % 2 ? store.db : other.db)))

    await other.close()
    const { rows } = await store.db.execute<{ n: number }>(
      sql`select count(distinct words)::int as n from notes where words like 'after %'`,
    )
    expect(rows[0]?.n).toBe(20)
    expect(await countOf(store.db)).toBe(before + 20)
  })

  test('rolls back what a closed connection left open', async () => {
    const before = await countOf(store.db)
    const leaver = new Client({ connectionString: store.url })
    await leaver.connect()
    await leaver.query('begin')
    await leaver.query(`insert into notes (words) values ('half a thing')`)

    await leaver.end()

    expect(await countOf(store.db)).toBe(before)
  })
})

test('another process finishes its work before the owner closes [ops.1]', longTimeout, async () => {
  const dataDir = copyDatabase()
  const owner = await openDatabase({ dataDir })
  const command = openConnection(owner.url)
  await command.db.execute(sql`select 1`)

  const closed = owner.close()
  const socketPath = join(socketFolder(dataDir), socketName)
  await vi.waitFor(() => expect(existsSync(socketPath)).toBe(false), 10_000)
  const { rows } = await command.db.execute(sql`select 2 as two`)
  await command.close()
  await closed

  expect(rows).toEqual([{ two: 2 }])
})

test('works in a folder with a long path', longTimeout, async () => {
  const dataDir = copyDatabase(join(makeFolder(), 'a-folder-with-a-long-name'.repeat(5)))

  const store = await openDatabase({ dataDir })
  const { rows } = await store.db.execute(sql`select 1 as one`)
  await store.close()

  expect(rows).toEqual([{ one: 1 }])
})

test(
  'a killed owner loses no committed data, and another process takes over [safe.1]',
  longTimeout,
  async () => {
    const dataDir = copyDatabase()
    let confirmed = 0

    for (let kill = 0; kill < kills; kill++) {
      const child = fork(writer, [dataDir], withTsx)
      const enough = new Promise<void>((done) => {
        const until = confirmed + 40 + kill * 25
        child.on('message', (count: number) => {
          confirmed = count
          if (count >= until) done()
        })
      })
      await enough
      child.kill('SIGKILL')
      await once(child, 'exit')
    }

    const { url, isOwner, close } = await openEmbedded(dataDir)
    const { db, close: leave } = openConnection(url)
    const { rows } = await db.execute<{ notes: number; halves: number }>(
      sql`select count(*)::int as notes, count(*) filter (where pair is null)::int as halves from notes`,
    )
    await leave()
    await close()
    expect(isOwner).toBe(true)
    expect(rows[0]?.halves).toBe(0)
    expect(rows[0]?.notes).toBeGreaterThanOrEqual(confirmed)
    expect(rows[0]?.notes).toBeLessThanOrEqual(confirmed + kills)
  },
)
