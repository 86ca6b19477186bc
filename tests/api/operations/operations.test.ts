import { eq, sql } from 'drizzle-orm'
import { describe, expect, test as plainTest, vi } from 'vitest'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { metricsRoutes } from '#server/app/operations/operationRoutes.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { isBusy } from '#server/database/client/transaction.ts'
import { migrate } from '#server/database/migrate.ts'
import { sessions } from '#server/database/schema/users.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { test } from '#tests/support/api/tests/checkoutTest.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

/**
 * A PostgreSQL behind a network that can be cut without closing its connections: they stay open,
 * but nothing arrives any more.
 */
async function startSilentDatabase(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.on('data', (bytes) => isSilent || to.write(bytes))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    cut: () => void (isSilent = true),
    restore: () => void (isSilent = false),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A store on its own database in which writing to a table fails as on a full disk. */
async function storeOnFullDisk() {
  const fresh = await freshDatabase()
  const { db, close } = openConnection(fresh.url)
  const api = createTestApi(db, createTestDeps())
  const me = await aUser(db)
  await db.execute(sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  return {
    db,
    api,
    me,
    close: () => close().then(fresh.drop),
    fill: (table: string) =>
      db.execute(sql`create trigger full_disk before insert or update on ${sql.raw(table)}
        for each row execute function full_disk()`),
    free: (table: string) => db.execute(sql`drop trigger full_disk on ${sql.raw(table)}`),
    ready: async () => {
      const response = await api.request('/readyz')
      return { status: response.status, body: await response.json() }
    },
    addAddress: () =>
      api.request(
        '/api/address/add',
        withToken(me.token, 'POST', { street: '1 MG Road', city: 'Indore', label: 'work' }),
      ),
    /** Two hours ago, so that the next request updates the last use. */
    usedLongAgo: () => db.update(sessions).set({ lastUsedAt: clock.later(-2 * 60 * 60_000) }),
  }
}

describe('a full disk', () => {
  const test = plainTest.extend<{ store: Awaited<ReturnType<typeof storeOnFullDisk>> }>({
    store: async ({}, use) => {
      const store = await storeOnFullDisk()
      await use(store)
      await store.close()
    },
  })

  test('refuses changes with 503 and reports not ready until it can write again; reads continue [ops.2] [safe.1]', async ({
    store: { api, me, ready, fill, free, addAddress },
  }) => {
    const start = new Date()
    setClock(() => start)
    const before = await ready()
    await fill('addresses')
    await fill('store_settings')

    const refused = await addAddress()
    const full = await ready()
    const read = await api.request('/api/address', withToken(me.token))
    await free('addresses')
    await free('store_settings')
    const added = await addAddress()
    setClock(() => new Date(start.getTime() + 1000))

    expect(before).toEqual({ status: 200, body: { ready: true } })
    expect(refused.status).toBe(503)
    expect(refused.headers.has('Retry-After')).toBe(true)
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      requestId: expect.any(String),
    })
    expect(full).toMatchObject({ status: 503, body: { msg: expect.stringContaining('disk') } })
    expect([read.status, added.status]).toEqual([200, 200])
    expect((await ready()).status).toBe(200)
  })

  test('is not assumed after one failed write: the store stays ready [ops.2]', async ({
    store: { db, ready, fill, addAddress },
  }) => {
    await fill('addresses')

    expect((await addAddress()).status).toBe(503)
    expect((await ready()).status).toBe(200)
    // The test write leaves nothing behind.
    expect(await db.$count(storeSettings, eq(storeSettings.name, 'disk_probe'))).toBe(0)
  })

  test('does not fail reads of a customer whose last visit was hours ago [ops.2] [safe.1]', async ({
    store: { api, me, fill, usedLongAgo },
  }) => {
    await usedLongAgo()
    await fill('sessions')

    expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
  })

  test.for([
    ['five minutes later', 5],
    ['even by a clock that was set back', -10],
  ] as const)(
    'no longer prevents saving the last visit once there is space, %s [safe.4]',
    async ([, minutes], { store }) => {
      const { db, api, me, fill, free, usedLongAgo } = store
      const start = new Date()
      setClock(() => start)
      await usedLongAgo()
      await fill('sessions')
      await api.request('/api/address', withToken(me.token))
      await free('sessions')
      const later = new Date(start.getTime() + minutes * 60_000)
      setClock(() => later)
      await api.request('/api/address', withToken(me.token))

      await vi.waitFor(async () => {
        const [session] = await db.select().from(sessions)
        expect(session?.lastUsedAt).toEqual(later)
      })
    },
  )
})

// Only PostgreSQL has several connections that can wait for each other.
describe.runIf(isOnPostgres)('a session whose row is locked', () => {
  plainTest('delays no read [safe.1]', async ({ onTestFinished }) => {
    const { db, api, me, close, usedLongAgo } = await storeOnFullDisk()
    onTestFinished(close)
    await usedLongAgo()

    const status = await db.transaction(async (tx) => {
      await tx.select().from(sessions).for('update')
      const reading = Promise.resolve(api.request('/api/address', withToken(me.token)))
      const timedOut = new Promise<'waited'>((resolve) => setTimeout(resolve, 3000, 'waited'))
      return Promise.race([reading.then((response) => response.status), timedOut])
    })

    expect(status).toBe(200)
  })
})

describe.runIf(isOnPostgres)('a database that has lost its network', () => {
  plainTest(
    'is reported as not ready in time, the other metrics are still sent, and queries are given up [ops.2] [ops.3]',
    async ({ onTestFinished }) => {
      const fresh = await freshDatabase()
      const network = await startSilentDatabase(fresh.url)
      const store = openConnection(network.url, 'orders', { hasQueryTimeout: true })
      onTestFinished(() => network.close().then(fresh.drop))
      const { db } = store
      const app = createApp({
        db,
        handlers: storeHandlers(createTestDeps()),
        routes: [metricsRoutes(db, 'a-token', { reads: { rejected: 7 }, pages: noPages, index })],
      })
      const get = async (path: string) => {
        const response = await app.request(path, withToken('a-token'))
        return { status: response.status, text: await response.text() }
      }
      const query = () => db.execute(sql`select 1`)
      const write = () => db.transaction((tx) => tx.execute(sql`select 1`))
      const up = await get('/metrics')
      await Promise.all([query(), query(), write(), write()])
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      network.cut()
      const requests = [get('/readyz'), get('/metrics')]
      const pendingQueries = Promise.allSettled([query(), write()])
      // Requests are under way once each has sent its first query.
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThanOrEqual(6))
      await vi.advanceTimersByTimeAsync(5000)
      const [ready, metrics] = await Promise.all(requests)
      await vi.advanceTimersByTimeAsync(15_000)
      const results = await pendingQueries
      network.restore()
      vi.useRealTimers()

      expect(up.text).toContain('pehno_database_up 1\n')
      expect(ready?.status).toBe(503)
      expect(ready?.text).toContain('The database does not respond')
      expect(metrics?.status).toBe(200)
      expect(metrics?.text).toContain('pehno_database_up 0\n')
      expect(metrics?.text).toContain('pehno_reads_refused_total 7\n')
      expect(metrics?.text).toContain('pehno_event_loop_delay_seconds')
      for (const result of results) {
        expect(result.status === 'rejected' && isBusy(result.reason)).toBe(true)
      }
      expect(await Promise.all([query(), write()])).toMatchObject([
        { rowCount: 1 },
        { rowCount: 1 },
      ])
      await store.close()
    },
  )
})
const noPages = { rendering: 0, shells: 0 }
const index = createCatalogueIndex()

describe('a store served over https', () => {
  test('sends HSTS [safe.5]', async ({ db, deps }) => {
    const hstsOf = async (isSecure: boolean) => {
      const app = createApp({ db, handlers: storeHandlers(deps), isSecure })
      return (await app.request('/api/gender/list')).headers.get('Strict-Transport-Security')
    }

    expect(await hstsOf(true)).toBe('max-age=31536000')
    expect(await hstsOf(false)).toBeNull()
  })
})

describe('a command', () => {
  plainTest(
    'leaves a database of another version as it is, and "db migrate" brings it up to date [ops.1]',
    async ({ onTestFinished }) => {
      const fresh = await freshDatabase()
      const { db, close } = openConnection(fresh.url)
      onTestFinished(() => close().then(fresh.drop))
      vi.stubEnv('DATABASE_URL', fresh.url)
      onTestFinished(() => void vi.unstubAllEnvs())
      const newest = () =>
        db.execute(sql`select max(id)::int as id from drizzle.__drizzle_migrations`)
      const { rows: before } = await newest()
      await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`)

      expect(await runStoreCommand('facts', 'show')).toMatchObject({
        code: 1,
        err: expect.stringContaining('Run "db migrate"'),
      })
      expect((await newest()).rows).toEqual(before)
      await db.execute(sql`drop schema public cascade; create schema public`)
      await db.execute(sql`drop schema drizzle cascade`)
      expect(await runStoreCommand('db', 'migrate')).toMatchObject({ code: 0 })
      expect(await runStoreCommand('facts', 'show')).toMatchObject({ code: 0 })
      await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 9999999999999`)
      expect(await runStoreCommand('facts', 'show')).toMatchObject({
        code: 1,
        err: expect.stringContaining('belongs to a newer version'),
      })
    },
  )
})

describe('a database migrated by a newer version', () => {
  plainTest('is not opened, and the error says why [ops.1]', async ({ onTestFinished }) => {
    const fresh = await freshDatabase()
    const { db, close } = openConnection(fresh.url)
    onTestFinished(() => close().then(fresh.drop))
    await migrate(db)
    const later = clock.later(1000 * 24 * 60 * 60 * 1000).getTime()
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('of a newer version', ${later})`)

    await expect(migrate(db)).rejects.toThrow('belongs to a newer version')
  })
})

describe('the event streams of one customer', () => {
  test('are limited to ten: the eleventh closes the first [safe.4] [order.10]', async ({
    api,
    me,
  }) => {
    const ended: number[] = []
    const open = async (nth: number) => {
      const response = await api.request('/api/orders/events', withToken(me.token))
      const reader = response.body!.getReader()
      await reader.read()
      void reader.closed.then(() => ended.push(nth))
      void reader.read()
      return reader
    }
    const streams = []
    for (let nth = 1; nth <= 10; nth++) streams.push(await open(nth))
    await new Promise(setImmediate)
    const endedByTen = [...ended]

    streams.push(await open(11))

    await vi.waitFor(() => expect(ended).toEqual([1]))
    expect(endedByTen).toEqual([])
    await Promise.all(streams.map((reader) => reader.cancel()))
  })
})
