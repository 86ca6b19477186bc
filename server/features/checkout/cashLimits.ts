import { sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { AddressRow } from '#server/commerce/customers.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { normalizedStreet, cashRefusal } from '#server/commerce/cashOnDelivery.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { Quote } from './quote.ts'

const { mostPaise } = rules.cash

type Cash = { quote: Quote; address: AddressRow }

/**
 * Refuses what may not be paid at the door. The bag is held, and the door from here to the end of
 * the order, so nobody passes by twice, alone or with others.
 */
export async function limitCashOrders(held: CustomerStore, { quote, address }: Cash) {
  if (quote.amount.finalAmount > mostPaise) {
    throw refusal(`Orders above ₹${(mostPaise / 100).toLocaleString('en-IN')} are paid online`)
  }
  await holdDoor(held.db, address)
  const why = await cashRefusal(held, address)
  if (why) throw refusal(why)
}

/** Any number, other than those of other locks. */
const [doors, squares] = [7_346_602, 7_346_603]

/** A square of a hundred metres; its orders are counted together. */
const squareDegrees = 0.001

/**
 * No row stands for a door, so its street line is locked, and then its square on the map. The bag
 * comes before them, all else after them.
 */
async function holdDoor(db: Database, { street, latitude, longitude }: AddressRow) {
  const door = normalizedStreet(sql`${street}::text`)
  await db.execute(sql`select pg_advisory_xact_lock(${doors}, hashtext(${door}))`)
  const [north, east] = [latitude, longitude].map((degrees) =>
    Math.round((degrees ?? 0) / squareDegrees),
  )
  const square = `${north} ${east}`
  await db.execute(sql`select pg_advisory_xact_lock(${squares}, hashtext(${square}))`)
}

const refusal = (why: string) =>
  new StoreError('not_allowed_now', `${why}. Please choose Online Payment.`)
