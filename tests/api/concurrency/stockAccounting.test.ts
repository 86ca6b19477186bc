import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { and, eq, sql } from 'drizzle-orm'

import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { readAccounts, unbalancedAccounts } from '#tests/support/concurrency/stockAccounts.ts'
import { freshDatabase, type FreshDatabase } from '#tests/support/database/freshDatabase.ts'
import { keepOutDemo, onSale } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { PaymentOrder, PlacedOrder } from '#contract/cart/checkout.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { type Buyer, createBuyer, orderRequest } from '#tests/support/api/tests/checkoutTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { type RequestArgs, retryUntilResponse } from '#tests/support/concurrency/keepShopping.ts'

type StockTest = {
  db: Database
  /** The base URL of the running store. */
  origin: () => string
  productIds: string[]
  isOver: () => boolean
  /** The number of responses by action and outcome. */
  done: Record<string, number>
}

type Client = StockTest & { buyer: Buyer }
type Step = (client: Client) => Promise<void>

const sizes = ['S', 'M', 'L']
const pickRandom = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)] as Item
const chance = (part: number) => Math.random() < part
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A customer who orders, pays or abandons, cancels, returns and exchanges in random order. */
async function runRandomCustomer(stockTest: StockTest): Promise<void> {
  const client = { ...stockTest, buyer: await createBuyer(stockTest.db) }
  const steps: Step[] = [order, order, order, cancel, requestReturn, exchange]
  while (!stockTest.isOver()) {
    await pickRandom(steps)(client)
    await pause(Math.random() * 300)
  }
}

async function send<Result>(client: Client, [method, path, body]: RequestArgs) {
  const { origin, buyer, done } = client
  const { token, userId } = buyer
  const complete: RequestArgs = body ? [method, path, { userId, ...body }] : [method, path]
  const response = await retryUntilResponse<Result>({ token, origin }, complete)
  const name = `${path.replace(/\/[\w-]{36}$/, '')} ${response.status}`
  done[name] = (done[name] ?? 0) + 1
  return response
}

async function order(client: Client): Promise<void> {
  const cart = await fillCart(client)
  const isTrial = cart.products[0]?.purchaseType === 'Try and Buy'
  const paymentMethod = isTrial || chance(0.5) ? 'prepaid' : 'cash on delivery'
  const body = orderRequest(client.buyer, cart, { paymentMethod })
  type Placed = { order: PlacedOrder; paymentOrder?: PaymentOrder }
  const { status, result } = await send<Placed>(client, ['POST', 'cart/checkout', body])
  if (status !== 200) return emptyCart(client, cart)
  if (!result.paymentOrder) return
  if (chance(0.7)) return pay(client, result.paymentOrder)
  if (chance(0.5)) await expireReservation(client, result.order._id)
}

async function fillCart(client: Client): Promise<Cart> {
  for (let item = 0; item < 1 + Math.random() * 2; item++) {
    const productId = pickRandom(client.productIds)
    await send(client, ['POST', 'cart/add', { productId, size: pickRandom(sizes) }])
  }
  const path = `cart/view/${client.buyer.userId}`
  const { result: cart } = await send<Cart>(client, ['GET', path])
  const itemId = cart.products[0]?._id
  if (!itemId) return cart
  const purchaseType = chance(0.3) ? 'Try and Buy' : 'Standard'
  await send(client, ['PUT', 'cart/update', { itemId, purchaseType }])
  return (await send<Cart>(client, ['GET', path])).result
}

async function emptyCart(client: Client, cart: Cart): Promise<void> {
  for (const { _id: productItemId } of cart.products) {
    await send(client, ['DELETE', 'cart/remove', { productItemId }])
  }
}

/**
 * Pays in the payment window. If the response is lost the payment may have succeeded, and the store
 * finds out.
 */
async function pay({ origin }: Client, { razorpayOrderId }: PaymentOrder): Promise<void> {
  const request = { order_id: razorpayOrderId, method: 'upi', outcome: 'success' }
  await fetch(`${origin()}/sandbox/window/pay`, jsonRequest('POST', request)).catch(() => null)
}

/** The reservation has expired, and the sweep has not run yet. */
async function expireReservation({ db, done }: Client, orderId: string): Promise<void> {
  const isAwaitingPayment = and(
    eq(orders.id, orderId),
    eq(orders.checkoutStatus, 'awaiting_payment'),
  )
  await db
    .update(orders)
    .set({ holdUntil: new Date(0) })
    .where(isAwaitingPayment)
  done['time is over'] = (done['time is over'] ?? 0) + 1
}

async function anyLine({ db, buyer }: Client, status: 'Accepted' | 'Delivered') {
  const isMine = and(eq(orders.userId, buyer.userId), eq(orders.checkoutStatus, 'completed'))
  const [line] = await db
    .select({ id: orderLines.id, orderId: orders.id, productId: orderLines.productId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isMine, eq(orderLines.status, status)))
    .orderBy(sql`random()`)
    .limit(1)
  return line
}

async function cancel(client: Client): Promise<void> {
  const line = await anyLine(client, 'Accepted')
  if (!line) return
  const { orderId } = line
  const lines = await client.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  await send(client, ['PUT', 'orders/cancel', { orderId, orderItemIds: lines.map(({ id }) => id) }])
}

async function requestReturn(client: Client): Promise<void> {
  const line = await anyLine(client, 'Delivered')
  if (!line) return
  const returnData = [{ orderItemId: line.id, returnReason: 'Size issue', returnPhotos: [] }]
  const body = { action: 'returnProduct', orderId: line.orderId, returnData }
  await send(client, ['PATCH', 'orders/return', body])
}

async function exchange(client: Client): Promise<void> {
  const line = await anyLine(client, 'Delivered')
  if (!line) return
  const body = {
    orderId: line.orderId,
    orderItemIdToExchange: line.id,
    exchangeProductId: line.productId,
    size: pickRandom(sizes),
    exchangeReason: 'Size issue',
  }
  await send(client, ['PATCH', 'orders/exchange', body])
}

const { stockAccountingSeconds, stockAccountingKills } = proofScale
const clients = 32
/** So little stock of each size that some sell out. */
const initial = 60
const sampleMs = 200
/** The test continues until this many are done, on however slow a machine. */
const min = { orders: 20, cancels: 1 }
/** From one start of the store to its end. */
const openMs = (stockAccountingSeconds * 1000) / (stockAccountingKills + 1)

let fresh: FreshDatabase
let connection: Connection

describe('stock accounting', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    connection = openConnection(fresh.url)
    await keepOutDemo(connection.db)
  })
  afterAll(async () => {
    await connection.close()
    await fresh.drop()
  })

  test(
    `${stockAccountingSeconds} s of orders, cancellations, returns, exchanges and kills: every item is accounted for at any moment [safe.1] [order.8]`,
    async ({ onTestFinished }) => {
      const courier = { COURIER_STEP_SECONDS: '1', STORE_MODE: 'demo', RATE_LIMITS: 'off' }
      const settings = { ...courier, DATABASE_URL: fresh.url }
      let store: RunningStore = await startStore(settings)
      onTestFinished(() => store.stop())
      const { db } = connection
      const stock = { S: initial, M: initial, L: initial }
      const productIds = await Promise.all(Array.from({ length: 6 }, () => onSale(db, { stock })))

      let isOver = false
      const done: StockTest['done'] = {}
      const count = (call: string) => done[`${call} 200`] ?? 0
      const shop = { db, origin: () => store.origin, productIds, isOver: () => isOver, done }
      const shopping = Promise.all(Array.from({ length: clients }, () => runRandomCustomer(shop)))
      const sampling = sampleUntil(shop.isOver, productIds)
      for (let kill = 1; kill <= stockAccountingKills; kill++) {
        await pause(openMs)
        await store.kill()
        store = await startStore(settings)
      }
      await pause(openMs)
      const { orders, cancels } = min
      while (!(count('cart/checkout') > orders && count('orders/cancel') > cancels)) await pause(50)
      isOver = true
      await shopping
      const { samples, unbalanced } = await sampling

      process.stdout.write(`${samples} samples, ${JSON.stringify(done)}\n`)
      expect({ samples, unbalanced }).toEqual({ samples, unbalanced: [] })
      expect(unbalancedAccounts(await readAccounts(db, productIds), initial)).toEqual([])
      // At least one check at the beginning and one while orders are placed.
      expect(samples).toBeGreaterThan(1)
    },
    proofTimeoutMs,
  )
})

/** The number of checks, and the errors of the last one, which ends the test. */
async function sampleUntil(isOver: () => boolean, productIds: string[]) {
  for (let samples = 1; ; samples++) {
    const unbalanced = unbalancedAccounts(await readAccounts(connection.db, productIds), initial)
    if (unbalanced.length > 0 || isOver()) return { samples, unbalanced }
    await pause(sampleMs)
  }
}
