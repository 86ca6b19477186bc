import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test as plainTest } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { idempotencyKeys } from '#server/database/schema/operations.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi, test } from '#tests/support/api/apiTest.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aUser, onSale, type Shopper } from '#tests/support/shopper/givens.ts'
import { rateLimitedDeps } from '#tests/support/api/tests/limitTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

/** Saves a product to the wishlist, with a new `Idempotency-Key` unless one is given. */
function saving(api: App, { userId, token }: Shopper, productId: string) {
  return async (key: string = randomUUID()) => {
    const request = withToken(token, 'POST', { userId, productId })
    const headers = { ...request.headers, 'Idempotency-Key': key }
    return api.request('/api/wishlist/add', { ...request, headers })
  }
}

describe('a customer who makes changes in a loop', () => {
  test('is limited to one change a second after a burst of 300; others are not [safe.4]', async ({
    db,
  }) => {
    const api = createTestApi(db, rateLimitedDeps())
    const [flooder, other] = [await aUser(db), await aUser(db)]
    const productId = await onSale(db)
    const [save, saveOfOther] = [saving(api, flooder, productId), saving(api, other, productId)]
    const start = Date.now()
    setClock(() => new Date(start))

    const statuses = new Set<number>()
    for (let n = 0; n < 300; n++) statuses.add((await save()).status)
    const refused = await save()
    const read = await api.request('/api/wishlist/view', withToken(flooder.token))
    const ofOther = await saveOfOther()
    setClock(() => new Date(start + 2000))
    const later = [await save(), await save()]
    const again = await save()

    expect([...statuses]).toEqual([200])
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
    expect(await refused.json()).toEqual({
      success: false,
      code: 'too_many',
      msg: 'You’re making changes too quickly. Please wait a minute and try again.',
    })
    expect([read.status, ofOther.status]).toEqual([200, 200])
    expect([...later, again].map(({ status }) => status)).toEqual([200, 200, 429])
  })
})

describe('the responses stored for retries', () => {
  const shop = plainTest.extend<{ store: Awaited<ReturnType<typeof aStore>> }>({
    store: async ({}, use) => {
      const store = await aStore()
      await use(store)
      await store.close()
    },
  })

  async function aStore() {
    const fresh = await freshDatabase()
    const { db, close } = openConnection(fresh.url)
    const api = createTestApi(db, createTestDeps())
    const [me, productId] = [await aUser(db), await onSale(db)]
    const save = saving(api, me, productId)
    const ofMe = eq(idempotencyKeys.userId, me.userId)
    return {
      db,
      close: () => close().then(fresh.drop),
      stored: () => db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(ofMe),
      storedBytes: async () => {
        const size = sql<number>`sum(pg_column_size(response))::int`
        const [row] = await db.select({ size }).from(idempotencyKeys).where(ofMe)
        return row?.size ?? 0
      },
      /** Changes the wishlist this many times, each with a new key. Returns the keys. */
      saveOften: async (often: number) => {
        const keys = Array.from({ length: often }, () => randomUUID())
        for (const [nth, key] of keys.entries()) {
          setClock(() => new Date(startedAt + nth))
          expect((await save(key)).status).toBe(200)
        }
        return keys
      },
      /** Whether the response to a key is still stored: another request with it is refused. */
      isStored: async (key: string) =>
        (await saving(api, me, await onSale(db))(key)).status === 422,
      userId: me.userId,
    }
  }
  const startedAt = Date.now()

  shop(
    'are the newest 500 of a customer and at most a few more [safe.4] [api.1]',
    async ({ store }) => {
      const keys = await store.saveOften(800)

      await expect.poll(async () => (await store.stored()).length).toBe(500)
      const left = new Set((await store.stored()).map(({ key }) => key))
      expect(keys.slice(300).every((key) => left.has(key))).toBe(true)
      expect(await store.isStored(keys.at(-1) ?? '')).toBe(true)
    },
  )

  shop('take 4 MB of a customer and at most a little more [safe.4]', async ({ store }) => {
    const { db, userId } = store
    // Random hex cannot be compressed: 256 KB each.
    const large = () => randomBytes(128 * 1024).toString('hex')
    for (let n = 0; n < 30; n++) {
      await db.insert(idempotencyKeys).values({
        ...{ userId, key: `large-${n}`, call: 'PUT /api/user/profile', bodyHash: '' },
        ...{ state: 'done', status: 200, response: { large: large() } },
        expiresAt: clock.later(60_000 + n),
      })
    }
    expect(await store.storedBytes()).toBeGreaterThan(7_000_000)

    const keys = await store.saveOften(100)

    await expect.poll(store.storedBytes).toBeLessThan(4 * 1024 * 1024)
    expect(await store.storedBytes()).toBeGreaterThan(3 * 1024 * 1024)
    expect(await store.isStored(keys[0] ?? '')).toBe(true)
  })
})
