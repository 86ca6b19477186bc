import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'

import type { App } from '#server/app/createApp.ts'
import { productSizes } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { coupons } from '#server/database/couponTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { clock, setClock } from '#server/platform/clock.ts'
import { pressInTurn, readyBuyers, tally } from './bulkBuyers.ts'
import { aBuyer, orderFor, readBag, send } from './checkoutTest.ts'
import { aCoupon, aPhone, aUser, inCart, onSale } from './givens.ts'
import { sending } from './requests.ts'
import type { TestOutside } from './testOutside.ts'

/** A shop of its own to be run down, and the way to its messages. */
type Rushed = { db: Database; api: Pick<App, 'request'>; outside: TestOutside }

const atOnce = 100

/** So many buyers for so many pieces of one size. */
export async function rushForPieces(
  { db, api }: Rushed,
  { buyers, pieces }: { buyers: number; pieces: number },
) {
  const before = await db.$count(orders)
  const productId = await onSale(db, { stock: { M: pieces } })
  const ready = await readyBuyers(db, api, { count: buyers, productId })
  const answers = tally(await pressInTurn(api, ready, atOnce))
  const [shelf] = await db.select().from(productSizes).where(eq(productSizes.productId, productId))
  return { answers, orders: (await db.$count(orders)) - before, left: shelf?.onHand }
}

/** So many shoppers with a coupon that is good for so many orders. */
export async function rushForCoupon(
  { db, api }: Rushed,
  { shoppers, uses }: { shoppers: number; uses: number },
) {
  const productId = await onSale(db, { stock: { M: shoppers } })
  const { id: couponId } = await aCoupon(db, { usesInAll: uses })
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
  const sent = await Promise.all(
    Array.from({ length: keys }, async (_, key) => {
      const buyer = await aBuyer(db)
      await inCart(db, buyer.userId, { productId })
      const body = orderFor(buyer, await readBag(api, buyer))
      const once = () => send(api, buyer, { body, key: `the same order ${key}` })
      return Promise.all(Array.from({ length: times }, once))
    }),
  )
  const answersOf = (one: (typeof sent)[number]) => new Set(one.map((it) => JSON.stringify(it)))
  return {
    orders: (await db.$count(orders)) - before,
    answersPerKey: Math.max(...sent.map((one) => answersOf(one).size)),
  }
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
