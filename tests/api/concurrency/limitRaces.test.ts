import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PlacedOrder } from '#contract/cart/checkout.ts'
import * as rules from '#contract/rules.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { orders, returnPhotos } from '#server/database/schema/orders.ts'
import { addresses } from '#server/database/schema/users.ts'
import { claimPhotos } from '#server/features/orders/returns.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  orderAtOnce,
  createReadyBuyers,
  countResponses,
} from '#tests/support/concurrency/bulkBuyers.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aUser, onSale, saveAddress, createWarehouses } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aJpeg, sendReturnPhoto } from '#tests/support/api/sendReturnPhoto.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database

const times = <Result>(count: number, act: (time: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, time) => act(time)))

describe('limits hold for concurrent requests', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    await createWarehouses(db)
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  test('20 neighbours order to one address at once: as many succeed as an address may have unpaid [safe.4]', async () => {
    const limited = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const productId = await onSale(db, { stock: { M: 20 } })
    const ready = await createReadyBuyers(db, limited, { count: 20, productId })
    const street = '9 Rajwada Chowk'
    for (const [nth, { buyer }] of ready.entries()) {
      const spelling = [street, '9, rajwada  chowk', '9 RAJWADA CHOWK.'][nth % 3]
      await db.update(addresses).set({ street: spelling }).where(eq(addresses.id, buyer.addressId))
    }

    const responses = await orderAtOnce(limited, ready)

    const { maxOpen } = rules.cashPerAddress
    expect(countResponses(responses)).toEqual({
      200: maxOpen,
      '409 not_allowed_now': 20 - maxOpen,
    })
    const [stockRow] = await db
      .select()
      .from(stockLevels)
      .where(eq(stockLevels.productId, productId))
    expect(stockRow?.onHand).toBe(20 - maxOpen)
  }, 60_000)

  test('8 tabs of a new account order at once: as many cash orders succeed as a day allows [safe.4]', async () => {
    const limited = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const productId = await onSale(db, { stock: { M: 500 } })
    const me = await createBuyer(db)
    // Each has an address of its own, so that no address limit queues them.
    const tab = async (nth: number) => {
      const addressId = await saveAddress(db, me.userId, { street: `${nth} Scheme 78` })
      for (;;) {
        const item = { userId: me.userId, productId, size: 'M' }
        await limited.request('/api/cart/add', withToken(me.token, 'POST', item))
        const body = orderRequest({ ...me, addressId }, await readCart(limited, me))
        const { status, response } = await placeOrder(limited, me, { body })
        if (status === 200) return (response.result as { order: PlacedOrder }).order._id
        // Otherwise another tab was faster and has ordered the bag.
        if (response.code === 'not_allowed_now' && response.msg !== 'Your bag is empty')
          return response.msg
      }
    }
    for (let before = 1; before < rules.cash.newAccountMaxDaily; before++) {
      const orderId = String(await tab(100 + before))
      for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
        await transitionOrder(db, { orderId, to, by: 'courier' })
      }
    }

    const ends = await times(8, tab)

    const refusals = ends.filter((end) => /New accounts can place/.test(String(end)))
    expect(refusals).toHaveLength(7)
    expect(await db.$count(orders, eq(orders.userId, me.userId))).toBe(
      rules.cash.newAccountMaxDaily,
    )
  }, 60_000)

  test('30 photos uploaded by one customer: as many are stored as a day allows [safe.4]', async () => {
    const api = createTestApi(db, createTestDeps())
    const me = await aUser(db)
    const picture = await aJpeg(8)

    const { perUserDaily, maxConcurrent } = rules.returnPhotos
    const responses: { status: number }[] = []
    while (responses.length < 30) {
      responses.push(...(await times(maxConcurrent, () => sendReturnPhoto(api, me, picture))))
    }

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(perUserDaily)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30 - perUserDaily)
    expect(await db.$count(returnPhotos, eq(returnPhotos.userId, me.userId))).toBe(perUserDaily)
  }, 60_000)

  test('a photo sent with the returns of two orders belongs to one of them [order.5]', async () => {
    const api = createTestApi(db, createTestDeps())
    const me = await aUser(db)
    const { url } = await sendReturnPhoto(api, me, await aJpeg(8))
    const id = url.slice('/photos/returns/'.length, -'.webp'.length)

    const claims = await Promise.allSettled(
      ['one line', 'another'].map((line) =>
        db.transaction((tx) => claimPhotos({ db: tx, userId: me.userId }, line, [id])),
      ),
    )

    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
