import { and, count, eq, sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { productSizes } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { pressAll, pressInTurn, type Ready, readyBuyers, tally } from './bulkBuyers.ts'
import { inTurn, shuffled } from './deliveryStorm.ts'
import { aCoupon, aPhone, aUser, onSale } from '#tests/support/shopper/givens.ts'
import { sending } from '#tests/support/api/requests.ts'
import type { TestOutside } from '#tests/support/api/testDeps.ts'

/** A shop of its own to be run down, and the way to its messages. */
type Rushed = { db: Database; api: Pick<App, 'request'>; outside: TestOutside }

const atOnce = 100

/** So many buyers for so many pieces of one size: who pays at the door, online, and who tries it first. */
export async function rushForPieces(
  { db, api }: Rushed,
  { buyers, pieces }: { buyers: number; pieces: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: pieces, L: buyers } })
  const [some, others] = [Math.floor(buyers / 3), buyers - 2 * Math.floor(buyers / 3)]
  const online = { productId, paymentMethod: 'prepaid' } as const
  const ready = [
    ...(await readyBuyers(db, api, { count: others, productId })),
    ...(await readyBuyers(db, api, { count: some, ...online })),
    ...(await readyBuyers(db, api, { count: some, ...online, trialSize: 'L' })),
  ]
  const sent = await pressInTurn(api, shuffled(ready), atOnce)
  const [shelf] = await db
    .select()
    .from(productSizes)
    .where(and(eq(productSizes.productId, productId), eq(productSizes.size, 'M')))
  return {
    answers: tally(sent),
    sentences: [...new Set(sent.map(({ answer }) => answer.msg).filter(Boolean))],
    orders: (await db.$count(orders)) - before,
    left: shelf?.onHand,
    won: await waysOf(db, productId),
  }
}

/** Who has the pieces of a product: so many pay at the door, so many online, so many try them. */
async function waysOf(db: Database, productId: string): Promise<Record<string, number>> {
  const { paymentMethod, purchaseType } = orders
  const rows = await db
    .select({ way: sql<string>`${paymentMethod} || ', ' || ${purchaseType}`, won: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.productId, productId))
    .groupBy(paymentMethod, purchaseType)
  return Object.fromEntries(rows.map(({ way, won }) => [way, won]))
}

/** So many shoppers with a coupon that is good for so many orders. */
export async function rushForCoupon(
  { db, api }: Rushed,
  { shoppers, uses }: { shoppers: number; uses: number },
) {
  const productId = await onSale(db, { stock: { M: shoppers } })
  const { id: couponId } = await aCoupon(db, { maxUses: uses })
  const total = 899_00
  const ready = await readyBuyers(db, api, { count: shoppers, productId, couponId, total })
  const answers = tally(await pressInTurn(api, ready, atOnce))
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  return { answers, used: coupon?.used }
}

/** So many orders, each sent many times at the same moment under its own key. */
export async function repeatOrders(
  { db, api }: Rushed,
  { keys, times }: { keys: number; times: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: keys * 2 } })
  const ready = await readyBuyers(db, api, { count: keys, productId })
  const sent = await inTurn(ready, 8, (one) => pressAll(api, Array<Ready>(times).fill(one)))
  const answersOf = (one: (typeof sent)[number]) => new Set(one.map((it) => JSON.stringify(it)))
  return {
    orders: (await db.$count(orders)) - before,
    answersPerKey: Math.max(...sent.map((one) => answersOf(one).size)),
  }
}

/** Under each key two orders, paid at the door and online, each sent many times at the same moment. */
export async function reuseKeys(
  { db, api }: Rushed,
  { keys, times }: { keys: number; times: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: keys * 2 } })
  const ready = await readyBuyers(db, api, { count: keys, productId })
  const both = ready.map((one) => {
    const other = { ...one, body: { ...one.body, paymentMethod: 'prepaid' } }
    return shuffled(Array.from({ length: 2 * times }, (_, turn) => (turn % 2 ? one : other)))
  })
  const sent = await inTurn(both, keys, (some) => pressAll(api, some))
  return { orders: (await db.$count(orders)) - before, answers: tally(sent.flat()) }
}

/** Guesses at one code, many at a time: how many of them were looked at. */
export async function guessCode(
  { db, api, outside }: Rushed,
  { guesses }: { guesses: number },
): Promise<{ lookedAt: number; refused: number; isOpenAfter: boolean }> {
  const contactNumber = aPhone()
  await aUser(db, { contactNumber })
  await api.request('/api/user/login', sending('POST', { contactNumber }))
  const right = outside.sent.at(-1)?.otp ?? ''
  const verify = async (otp: string) => {
    const request = sending('POST', { contactNumber, otp })
    return (await api.request('/api/user/verify-otp', request)).status
  }
  const statuses: number[] = []
  // However long the guessing takes, the code does not run out meanwhile.
  const now = clock.now()
  setClock(() => now)
  onTestFinished(() => setClock())
  for (let begun = 0; begun < guesses; begun += atOnce) {
    const wrong = Array.from({ length: Math.min(atOnce, guesses - begun) }, (_, turn) =>
      verify(otherThan(right, begun + turn)),
    )
    statuses.push(...(await Promise.all(wrong)))
  }
  return {
    lookedAt: statuses.filter((status) => status === 400).length,
    refused: statuses.filter((status) => status === 429).length,
    isOpenAfter: (await verify(right)) === 200,
  }
}

const otherThan = (right: string, turn: number) =>
  String((Number(right) + 1 + turn) % 1_000_000).padStart(6, '0')
