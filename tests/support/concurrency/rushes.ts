import { and, count, eq, sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import {
  orderAtOnce,
  orderInTurns,
  type ReadyBuyer,
  createReadyBuyers,
  countResponses,
} from './bulkBuyers.ts'
import { mapConcurrent, shuffled } from './webhookStorm.ts'
import { aCoupon, aPhone, aUser, onSale } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

/** A store of its own whose stock is sold out, and its messages. */
type RushContext = { db: Database; api: Pick<App, 'request'>; deps: TestDeps }

const maxConcurrent = 100

/** Customers competing for the stock of one size: with cash, online payment and Try & Buy. */
export async function rushForStock(
  { db, api }: RushContext,
  { buyers, stock }: { buyers: number; stock: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: stock, L: buyers } })
  const [some, others] = [Math.floor(buyers / 3), buyers - 2 * Math.floor(buyers / 3)]
  const online = { productId, paymentMethod: 'prepaid' } as const
  const ready = [
    ...(await createReadyBuyers(db, api, { count: others, productId })),
    ...(await createReadyBuyers(db, api, { count: some, ...online })),
    ...(await createReadyBuyers(db, api, { count: some, ...online, trialSize: 'L' })),
  ]
  const sent = await orderInTurns(api, shuffled(ready), maxConcurrent)
  const [stockRow] = await db
    .select()
    .from(stockLevels)
    .where(and(eq(stockLevels.productId, productId), eq(stockLevels.size, 'M')))
  return {
    responses: countResponses(sent),
    sentences: [...new Set(sent.map(({ response }) => response.msg).filter(Boolean))],
    orders: (await db.$count(orders)) - before,
    left: stockRow?.onHand,
    won: await soldByPayment(db, productId),
  }
}

/** The items sold of a product, by cash, online payment and Try & Buy. */
async function soldByPayment(db: Database, productId: string): Promise<Record<string, number>> {
  const { paymentMethod, purchaseType } = orders
  const rows = await db
    .select({ way: sql<string>`${paymentMethod} || ', ' || ${purchaseType}`, won: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.productId, productId))
    .groupBy(paymentMethod, purchaseType)
  return Object.fromEntries(rows.map(({ way, won }) => [way, won]))
}

/** Customers who use a coupon with a limited number of uses. */
export async function rushForCoupon(
  { db, api }: RushContext,
  { shoppers, uses }: { shoppers: number; uses: number },
) {
  const productId = await onSale(db, { stock: { M: shoppers } })
  const { id: couponId } = await aCoupon(db, { maxUses: uses })
  const total = 899_00
  const ready = await createReadyBuyers(db, api, { count: shoppers, productId, couponId, total })
  const responses = countResponses(await orderInTurns(api, ready, maxConcurrent))
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  return { responses, used: coupon?.used }
}

/** Orders that are each sent several times at the same moment under the same key. */
export async function repeatOrders(
  { db, api }: RushContext,
  { keys, times }: { keys: number; times: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: keys * 2 } })
  const ready = await createReadyBuyers(db, api, { count: keys, productId })
  const sent = await mapConcurrent(ready, 8, (buyer) =>
    orderAtOnce(api, Array<ReadyBuyer>(times).fill(buyer)),
  )
  const responsesOf = (attempts: (typeof sent)[number]) =>
    new Set(attempts.map((attempt) => JSON.stringify(attempt)))
  return {
    orders: (await db.$count(orders)) - before,
    responsesPerKey: Math.max(...sent.map((attempts) => responsesOf(attempts).size)),
  }
}

/**
 * Two orders for each key, one with cash and one online, each sent several times at the same
 * moment.
 */
export async function reuseKeys(
  { db, api }: RushContext,
  { keys, times }: { keys: number; times: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: keys * 2 } })
  const ready = await createReadyBuyers(db, api, { count: keys, productId })
  const both = ready.map((one) => {
    const other = { ...one, body: { ...one.body, paymentMethod: 'prepaid' } }
    return shuffled(Array.from({ length: 2 * times }, (_, turn) => (turn % 2 ? one : other)))
  })
  const sent = await mapConcurrent(both, keys, (some) => orderAtOnce(api, some))
  return { orders: (await db.$count(orders)) - before, responses: countResponses(sent.flat()) }
}

/** Guesses an OTP with concurrent requests; returns how many guesses were compared. */
export async function guessCode(
  { db, api, deps }: RushContext,
  { guesses }: { guesses: number },
): Promise<{ compared: number; refused: number; isOpenAfter: boolean }> {
  const contactNumber = aPhone()
  await aUser(db, { contactNumber })
  await api.request('/api/user/login', jsonRequest('POST', { contactNumber }))
  const right = deps.sent.at(-1)?.otp ?? ''
  const verify = async (otp: string) => {
    const request = jsonRequest('POST', { contactNumber, otp })
    return (await api.request('/api/user/verify-otp', request)).status
  }
  const statuses: number[] = []
  // The clock stands still, so that the OTP does not expire during the guesses.
  const now = clock.now()
  setClock(() => now)
  onTestFinished(() => setClock())
  for (let sent = 0; sent < guesses; sent += maxConcurrent) {
    const wrong = Array.from({ length: Math.min(maxConcurrent, guesses - sent) }, (_, turn) =>
      verify(otherThan(right, sent + turn)),
    )
    statuses.push(...(await Promise.all(wrong)))
  }
  return {
    compared: statuses.filter((status) => status === 400).length,
    refused: statuses.filter((status) => status === 429).length,
    isOpenAfter: (await verify(right)) === 200,
  }
}

const otherThan = (right: string, turn: number) =>
  String((Number(right) + 1 + turn) % 1_000_000).padStart(6, '0')
