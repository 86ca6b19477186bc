import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { OrdersResponse } from '#contract/orders/order.ts'
import { restoreBackup } from '#server/database/backup.ts'
import { type Database, openConnection } from '#server/database/client/connect.ts'
import { readSchemaVersion, readMigrations } from '#server/database/migrate.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { orderRequest, placeOrder, readCart } from '#tests/support/api/tests/checkoutTest.ts'
import { runSteps } from '#tests/support/api/tests/commandTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { freshDatabase, type FreshDatabase } from '#tests/support/database/freshDatabase.ts'

/**
 * A release that changes the schema adds a backup of a small store here, and later versions leave it as it is. Each
 * has a delivered, an open, a Try & Buy and a cancelled order, a refund, a bag, a wishlist, a coupon and a review.
 */
const folder = join(import.meta.dirname, '../../support/database/releases')

describe.each(readdirSync(folder))('the database of release %s', (file) => {
  let fresh: FreshDatabase
  let db: Database
  let close: () => Promise<void>
  let api: App

  beforeAll(async () => {
    fresh = await freshDatabase()
    ;({ db, close } = openConnection(fresh.url))
    await restoreBackup(db, join(folder, file))
    api = createTestApi(db, createTestDeps())
  }, 60_000)
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', fresh.url)
  })
  afterAll(async () => {
    await close()
    await fresh.drop()
  })

  const read = async (path: string, token: string) =>
    (await (await api.request(`/api${path}`, withToken(token))).json()) as unknown

  async function buyers() {
    const { rows } = await db.execute<{ id: string }>(
      sql`select distinct user_id as id from orders order by 1`,
    )
    return Promise.all(rows.map(async ({ id }) => ({ id, token: await openSession(db, id) })))
  }

  test('has the newest tables, as a new database has them [ops.1]', async () => {
    const columnsOf = async (of: Database) => {
      const { rows } = await of.execute<{ column: string }>(sql`
        select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as column
        from information_schema.columns where table_schema = 'public' order by 1`)
      return rows.map(({ column }) => column)
    }
    const other = await freshDatabase()
    const { db: newest, close: closeNewest } = openConnection(other.url)
    try {
      expect(await columnsOf(db)).toEqual(await columnsOf(newest))
    } finally {
      await closeNewest()
      await other.drop()
    }
    expect((await readSchemaVersion(db))?.at).toBe(readMigrations().at(-1)?.folderMillis)
  })

  test('shows every customer the orders and the bag [ops.1]', async () => {
    const statuses: string[] = []
    let bagLines = 0
    for (const { id, token } of await buyers()) {
      const orders = v.parse(OrdersResponse, await read(`/orders/view?userId=${id}`, token))
      statuses.push(...orders.result.data.map(({ orderStatus }) => orderStatus))
      bagLines += (await readCart(api, { userId: id, token })).products.length
    }

    expect(statuses.sort()).toEqual(['Accepted', 'Cancelled', 'Delivered', 'Shipped'])
    expect(bagLines).toBe(1)
  })

  test('goes on: an open order is delivered, and the bag is ordered [ops.1]', async () => {
    for (const { id, token } of await buyers()) {
      const cart = await readCart(api, { userId: id, token })
      if (cart.products.length === 0) continue
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from addresses where user_id = ${id}`,
      )
      const buyer = { userId: id, token, addressId: rows[0]?.id ?? '' }
      const { response } = await placeOrder(api, buyer, { body: orderRequest(buyer, cart) })
      const { order } = response.result as { order: { orderID: string } }
      await runSteps(order.orderID, 'pack', 'send', 'on-the-way', 'delivered')
    }
    const { rows } = await db.execute<{ delivered: string }>(
      sql`select count(*)::text as delivered from orders where status = 'Delivered'`,
    )
    expect(rows).toEqual([{ delivered: '2' }])
  })
})
