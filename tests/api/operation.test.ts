import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test as plainTest, vi } from 'vitest'

import { createApp } from '#server/app/createApp.ts'
import { storeAnswers } from '#server/app/storeAnswers.ts'
import { openConnection } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { clock, setClock } from '#server/platform/clock.ts'
import { test } from '#tests/support/checkoutTest.ts'
import { freshDatabase } from '#tests/support/freshDatabase.ts'
import { as } from '#tests/support/requests.ts'

afterEach(() => setClock())

describe('a full disk', () => {
  test('refuses changes with 503, and the store says that it is not ready; reads go on [ops.2] [safe.1]', async ({
    api,
    db,
    me,
  }) => {
    // As PostgreSQL says it when a table cannot grow.
    await db.execute(sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await db.execute(sql`create trigger full_disk before insert on addresses
      for each row execute function full_disk()`)
    const ready = async () => {
      const answer = await api.request('/readyz')
      return { status: answer.status, body: await answer.json() }
    }
    const before = await ready()

    const address = { street: '1 MG Road', city: 'Indore', label: 'work' }
    const refused = await api.request('/api/address/add', as(me.token, 'POST', address))
    const after = await ready()
    const read = await api.request('/api/address', as(me.token))
    setClock(() => new Date(Date.now() + 61_000))

    expect(before).toEqual({ status: 200, body: { ready: true } })
    expect(refused.status).toBe(503)
    expect(refused.headers.has('Retry-After')).toBe(true)
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      requestId: expect.any(String),
    })
    expect(after).toMatchObject({ status: 503, body: { msg: expect.stringContaining('disk') } })
    expect(read.status).toBe(200)
    expect((await ready()).status).toBe(200)
  })
})

describe('a store that is reached over https', () => {
  test('tells browsers never to come another way [safe.5]', async ({ db, outside }) => {
    const hstsOf = async (isSecure: boolean) => {
      const app = createApp({ db, answers: storeAnswers(outside), isSecure })
      return (await app.request('/api/gender/list')).headers.get('Strict-Transport-Security')
    }

    expect(await hstsOf(true)).toBe('max-age=31536000')
    expect(await hstsOf(false)).toBeNull()
  })
})

describe('a database that a newer version has changed', () => {
  plainTest('is left alone: the start stops and says why [ops.1]', async ({ onTestFinished }) => {
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
  test('are ten at most: the eleventh ends the first [safe.4] [order.10]', async ({ api, me }) => {
    const ended: number[] = []
    const open = async (nth: number) => {
      const answer = await api.request('/api/orders/events', as(me.token))
      const reader = answer.body!.getReader()
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
