import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { carts, coupons } from '#server/database/schema/carts.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
  type Sent,
} from '#tests/support/api/tests/checkoutTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import {
  repeatOrders,
  reuseKeys,
  rushForCoupon,
  rushForStock,
} from '#tests/support/concurrency/rushes.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const maxConcurrent = 64
const { ordersEach, couponBuyers: shoppers } = proofScale
const deps = createTestDeps()

let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App

describe('many concurrent buyers', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    api = createTestApi(db, deps)
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  test(
    `${proofScale.buyers} buyers of 10 items with all payment and purchase types place exactly ten orders [safe.1] [order.8]`,
    async () => {
      const { buyers } = proofScale
      const ways: Record<string, number> = {}
      for (let round = 0; round < proofScale.rounds; round++) {
        const rush = await rushForStock({ db, api, deps }, { buyers, stock: 10 })
        const { won, ...ended } = rush
        expect(ended).toEqual({
          responses: { 200: 10, '409 out_of_stock': buyers - 10 },
          sentences: ['Blue kurta in size M is sold out'],
          orders: 10,
          left: 0,
        })
        for (const [way, count] of Object.entries(won)) ways[way] = (ways[way] ?? 0) + count
      }
      process.stdout.write(`The last items went to: ${JSON.stringify(ways)}\n`)
      expect(Object.values(ways).reduce((all, some) => all + some)).toBe(10 * proofScale.rounds)
    },
    proofTimeoutMs,
  )

  test(`${shoppers} buyers with a coupon for 50 orders redeem it exactly fifty times [safe.4] [coupon.3]`, async () => {
    const { responses, used } = await rushForCoupon({ db, api, deps }, { shoppers, uses: 50 })
    expect(used).toBe(50)
    expect(responses['200']).toBe(50)
    expect(Object.values(responses).reduce((all, some) => all + some, 0)).toBe(shoppers)
  }, 180_000)

  test(
    `${proofScale.keys} orders sent 50 times each are placed once each [checkout.8]`,
    async () => {
      const { keys } = proofScale
      expect(await repeatOrders({ db, api, deps }, { keys, times: 50 })).toEqual({
        orders: keys,
        responsesPerKey: 1,
      })
    },
    proofTimeoutMs,
  )

  test('two orders under each key, sent 25 times each: one is placed, the other refused [checkout.8]', async () => {
    expect(await reuseKeys({ db, api, deps }, { keys: 8, times: 25 })).toEqual({
      orders: 8,
      responses: { 200: 8 * 25, '422 key_reused': 8 * 25 },
    })
  }, 120_000)

  test(`placing and cancelling ${maxConcurrent * ordersEach} orders over 12 sizes, ${maxConcurrent} at a time, causes no deadlock [safe.1]`, async () => {
    const onHand = 10_000
    const productIds = await Promise.all(
      Array.from({ length: 4 }, () => onSale(db, { stock: { S: onHand, M: onHand, L: onHand } })),
    )
    const buyers = await Promise.all(Array.from({ length: maxConcurrent }, () => createBuyer(db)))

    const confirmed = await Promise.all(
      buyers.map((buyer, turn) => placeManyOrders(buyer, productIds, turn)),
    )

    const sold = confirmed.flat()
    expect(sold).toHaveLength(maxConcurrent * ordersEach)
    const stored = sold.filter(({ isCancelled }) => !isCancelled)
    const gone = stored.reduce((total, { count }) => total + count, 0)
    expect(await stockLeft(productIds)).toBe(4 * 3 * onHand - gone)
    expect(await deadlocks()).toBe(0)
  }, 240_000)

  test('switching coupons, 24 at a time, causes no deadlock [safe.1] [coupon.3]', async () => {
    const [some, others] = [await aCoupon(db), await aCoupon(db)]
    const buyers = await Promise.all(Array.from({ length: 24 }, () => createBuyer(db)))

    const responses = await Promise.all(
      buyers.map((buyer, turn) => switchCoupons(buyer, turn % 2 ? [some, others] : [others, some])),
    )

    expect(new Set(responses.flat())).toEqual(new Set([200]))
    const used = await db.select({ used: coupons.used }).from(coupons).where(isOneOf(some, others))
    expect(used).toEqual([{ used: 12 }, { used: 12 }])
    expect(await deadlocks()).toBe(0)
  }, 120_000)
})

type Named = { id: string }

const isOneOf = (...of: Named[]) =>
  inArray(
    coupons.id,
    of.map(({ id }) => id),
  )

/** Starts payments with one coupon and the other in turn, with items that nobody else wants. */
async function switchCoupons(buyer: Buyer, [first, second]: [Named, Named]): Promise<number[]> {
  const productId = await onSale(db)
  const { userId } = buyer
  await addToCart(db, userId, { productId })
  const statuses: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    const { id: couponId } = turn % 2 ? second : first
    await db.update(carts).set({ couponId }).where(eq(carts.userId, userId))
    const changes = { totalAmount: 899_00, paymentMethod: 'prepaid' }
    const body = orderRequest(buyer, await readCart(api, buyer), changes)
    statuses.push((await placeOrder(api, buyer, { body })).status)
  }
  return statuses
}

type Bought = { count: number; isCancelled: boolean }

/**
 * The orders of one shopper with items in a different order each time; every fifth order is
 * cancelled.
 */
async function placeManyOrders(
  buyer: Buyer,
  productIds: string[],
  turn: number,
): Promise<Bought[]> {
  const bought: Bought[] = []
  for (let time = 0; time < ordersEach; time++) {
    const count = 1 + ((turn + time) % 4)
    for (let line = 0; line < count; line++) {
      const productId =
        productIds[(turn * 5 + time * 3 + line * (1 + (turn % 2) * 4)) % productIds.length] ?? ''
      await addToCart(db, buyer.userId, { productId, size: ['S', 'M', 'L'][(time + line) % 3] })
    }
    const response = await placeOrder(api, buyer, {
      body: orderRequest(buyer, await readCart(api, buyer)),
    })
    expect(response.status).toBe(200)
    const isCancelled = time % 5 === 4
    if (isCancelled) await cancel(buyer, response)
    bought.push({ count, isCancelled })
  }
  return bought
}

async function cancel({ token }: Buyer, { response }: Sent) {
  const { _id: orderId } = (response.result as { order: { _id: string } }).order
  const order = await (await api.request(`/api/orders/${orderId}`, withToken(token))).json()
  const orderItemIds = order.result.products.map(({ _id }: { _id: string }) => _id)
  const body = { orderId, orderItemIds }
  expect((await api.request('/api/orders/cancel', withToken(token, 'PUT', body))).status).toBe(200)
}

async function stockLeft(productIds: string[]) {
  const { rows } = await db.execute<{ left: number }>(
    sql`select sum(on_hand)::int as left from stock_levels where product_id in ${productIds}`,
  )
  return rows[0]?.left
}

async function deadlocks() {
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.deadlocks
}
