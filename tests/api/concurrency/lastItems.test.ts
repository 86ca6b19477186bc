import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'

import type { App } from '#server/app/api/createApp.ts'
import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { freshDatabase, type FreshDatabase } from '#tests/support/database/freshDatabase.ts'
import { addToCart, createWarehouses, onSale } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { compareSizes } from '#server/commerce/catalogue/sizes.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import {
  type Buyer,
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { mapConcurrent } from '#tests/support/concurrency/webhookStorm.ts'
import { withToken } from '#tests/support/api/requests.ts'

type Shop = { db: Database; api: Pick<App, 'request'> }
type OrderResponse = { status: number; response: { code?: unknown; msg?: unknown } }

/** Two customers who want the same items, each about to order. */
type Duel = {
  productId: string
  /** The kinds of duel, such as `sale`. */
  rivals: Record<string, () => Promise<OrderResponse>>
}

const concurrentDuels = 5

/**
 * Runs duels in which both customers order at the same moment and start alternately; in the first
 * two, whoever starts also finishes first. Returns how often each outcome occurred: both responses
 * and the remaining stock.
 */
async function runDuels(
  { db }: Shop,
  rounds: number,
  prepare: () => Promise<Duel>,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  const turns = Array.from({ length: rounds }, (_, turn) => turn)
  await mapConcurrent(turns, concurrentDuels, async (turn) => {
    const { productId, rivals } = await prepare()
    const both = Object.entries(rivals)
    const inOrder = turn % 2 === 0 ? both : both.toReversed()
    const outcomes = (await mapConcurrent(inOrder.toReversed(), turn < 2 ? 1 : 2, orderOutcome))
      .sort()
      .join(' | ')
    const end = `${outcomes} → ${await stockText(db, productId)}`
    ends[end] = (ends[end] ?? 0) + 1
  })
  return ends
}

async function orderOutcome([name, press]: [
  string,
  () => Promise<OrderResponse>,
]): Promise<string> {
  const { status, response } = await press()
  return status === 200 ? `${name} 200` : `${name} ${status} ${response.code}: ${response.msg}`
}

async function stockText(db: Database, productId: string): Promise<string> {
  const levels = await db.select().from(stockLevels).where(eq(stockLevels.productId, productId))
  const sorted = levels.sort((a, b) => compareSizes(a.size, b.size))
  return sorted.map(({ size, onHand }) => `${size} ${onHand}`).join(', ')
}

type Line = { productId: string; size: string; trialSize?: string }

/** A customer who orders these lines; Try & Buy lines are paid online. */
async function prepareOrder({ db, api }: Shop, lines: Line[]) {
  const buyer = await createBuyer(db)
  for (const line of lines) await addToCart(db, buyer.userId, line)
  const isTrial = lines.some(({ trialSize }) => trialSize)
  const paying = isTrial ? { paymentMethod: 'prepaid' } : {}
  const body = orderRequest(buyer, await readCart(api, buyer), paying)
  return () => placeOrder(api, buyer, { body }) as Promise<OrderResponse>
}

/** A customer who received size M and requests an exchange for another size. */
async function prepareExchange({ db, api }: Shop, { productId, size }: Line) {
  const { buyer, orderId, lineId } = await delivered({ db, api }, productId)
  const body = {
    orderId,
    orderItemIdToExchange: lineId,
    exchangeProductId: productId,
    size,
    exchangeReason: 'Size issue',
  }
  return async () => {
    const response = await api.request(
      '/api/orders/exchange',
      withToken(buyer.token, 'PATCH', body),
    )
    return {
      status: response.status,
      response: (await response.json()) as OrderResponse['response'],
    }
  }
}

type Delivered = { buyer: Buyer; orderId: string; lineId: string }

async function delivered({ db, api }: Shop, productId: string): Promise<Delivered> {
  const buyer = await createBuyer(db)
  await addToCart(db, buyer.userId, { productId })
  const { response } = await placeOrder(api, buyer, {
    body: orderRequest(buyer, await readCart(api, buyer)),
  })
  const { _id: orderId } = (response.result as { order: { _id: string } }).order
  for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
    await transitionOrder(db, { orderId, to, by: 'courier' })
  }
  const order = await (await api.request(`/api/orders/${orderId}`, withToken(buyer.token))).json()
  const { products } = (order as { result: { products: { _id: string }[] } }).result
  return { buyer, orderId, lineId: products[0]?._id ?? '' }
}

const { duels } = proofScale
const soldOut = (size: string) => `409 out_of_stock: Blue kurta in size ${size} is sold out`

let fresh: FreshDatabase
let store: Connection
let db: Database
let api: App

describe(`two customers order the last items, ${duels} times`, () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
    api = createTestApi(db, createTestDeps())
    await createWarehouses(db)
    await saveInitialStoreFacts(db, demoFacts)
  })
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  /** Every duel had one of these outcomes, and each of them occurred. */
  async function expectEnds(prepare: () => Promise<Duel>, expected: string[]) {
    const ends = await runDuels({ db, api }, duels, prepare)
    process.stdout.write(`${JSON.stringify(ends)}\n`)
    expect(Object.keys(ends).sort()).toEqual(expected.sort())
    expect(Object.values(ends).reduce((all, some) => all + some, 0)).toBe(duels)
  }

  test(
    'a Try & Buy order of two lines with the same sizes against a Standard order: one succeeds [safe.1] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { S: 2, M: 2 } })
        const both = [
          { productId, size: 'M', trialSize: 'S' },
          { productId, size: 'S', trialSize: 'M' },
        ]
        const trial = await prepareOrder({ db, api }, both)
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'M' }])
        return { productId, rivals: { trial, sale } }
      }, [
        `sale ${soldOut('M')} | trial 200 → S 0, M 0`,
        'sale 200 | trial 409 out_of_stock: Only 1 left of Blue kurta in size M → S 2, M 1',
      ])
    },
    proofTimeoutMs,
  )

  test(
    'a size as a trial size against a Standard order of it: one succeeds [safe.1] [bag.6] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { M: 5, L: 1 } })
        const tried = { productId, size: 'M', trialSize: 'L' }
        const trial = await prepareOrder({ db, api }, [tried])
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'L' }])
        return { productId, rivals: { trial, sale } }
      }, [
        `sale ${soldOut('L')} | trial 200 → M 4, L 0`,
        `sale 200 | trial ${soldOut('L')} → M 5, L 0`,
      ])
    },
    proofTimeoutMs,
  )

  test(
    'an exchange for a size against an order of it: one succeeds [safe.1] [order.5] [order.8]',
    async () => {
      await expectEnds(async () => {
        const productId = await onSale(db, { stock: { M: 1, L: 1 } })
        const exchange = await prepareExchange({ db, api }, { productId, size: 'L' })
        const sale = await prepareOrder({ db, api }, [{ productId, size: 'L' }])
        return { productId, rivals: { exchange, sale } }
      }, [
        `exchange 200 | sale ${soldOut('L')} → M 0, L 0`,
        `exchange ${soldOut('L')} | sale 200 → M 0, L 0`,
      ])
    },
    proofTimeoutMs,
  )
})
