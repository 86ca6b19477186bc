import { sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { AddressRow } from '#server/commerce/customers.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { normalizedStreet, cashRefusal } from '#server/commerce/cashOnDelivery.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { Quote } from './quote.ts'

const { maxPaise } = rules.cash

type CashOrder = { quote: Quote; address: AddressRow }

/**
 * Refuses an order that cannot be paid in cash. The cart is locked already; the address is locked
 * here until the transaction ends, so that concurrent orders cannot pass the limits together.
 */
export async function limitCashOrders(store: CustomerStore, { quote, address }: CashOrder) {
  if (quote.amount.finalAmount > maxPaise) {
    throw refusal(`Orders above ₹${(maxPaise / 100).toLocaleString('en-IN')} are paid online`)
  }
  await lockAddress(store.db, address)
  const reason = await cashRefusal(store, address)
  if (reason) throw refusal(reason)
}

/** Advisory lock classes; the numbers are arbitrary but unique in the store. */
const [addressLockClass, squareLockClass] = [7_346_602, 7_346_603]

/** About 100 m. Orders in one square are counted together. */
const squareDegrees = 0.001

/**
 * Addresses have no row that could be locked, so advisory locks on the street and on its map square
 * are used. They are taken after the lock of the cart and before all others.
 */
async function lockAddress(db: Database, { street, latitude, longitude }: AddressRow) {
  const normalized = normalizedStreet(sql`${street}::text`)
  await db.execute(sql`select pg_advisory_xact_lock(${addressLockClass}, hashtext(${normalized}))`)
  const [north, east] = [latitude, longitude].map((degrees) =>
    Math.round((degrees ?? 0) / squareDegrees),
  )
  const square = `${north} ${east}`
  await db.execute(sql`select pg_advisory_xact_lock(${squareLockClass}, hashtext(${square}))`)
}

const refusal = (reason: string) =>
  new StoreError('not_allowed_now', `${reason}. Please choose Online Payment.`)
