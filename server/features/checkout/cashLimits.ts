import { sql } from 'drizzle-orm'

import { maxCashPaise, type StoreTerms, termsOf } from '#contract/storeTerms.ts'
import {
  cashRefusal,
  type HashAddress,
  normalizedStreet,
  squaresAround,
} from '#server/commerce/cashOnDelivery.ts'
import type { AddressRow } from '#server/commerce/customers.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { OrderDraft } from './writeOrder.ts'

type CashOrder = Pick<OrderDraft, 'quote' | 'address' | 'facts' | 'channel'> & {
  hashAddress: HashAddress
}

/**
 * Refuses an order that cannot be paid on delivery. The cart is locked already; the address is locked
 * here until the transaction ends, so that concurrent orders cannot pass the limits together.
 */
export async function limitCashOrders(
  customer: CustomerContext,
  { quote, address, facts, channel, hashAddress }: CashOrder,
) {
  const terms = termsOf(facts)
  const refused = (reason: string) =>
    new StoreError('not_allowed_now', `${reason}. ${otherWays[channel]}`)
  const isTooMuch = amountRefusal(quote.amount.finalAmount, terms)
  if (isTooMuch) throw refused(isTooMuch)
  await lockAddress(customer.db, address)
  const reason = await cashRefusal(customer, address, {
    ...{ hashAddress, terms },
    isForStaff: channel === 'phone',
  })
  if (reason) throw refused(reason)
}

/** Why an amount cannot be paid on delivery, as a sentence without its full stop. */
export function amountRefusal(amountPaise: number, terms: StoreTerms): string | undefined {
  const maxPaise = maxCashPaise(terms)
  if (amountPaise <= maxPaise) return undefined
  return `Cash on Delivery isn’t available for orders above ₹${(maxPaise / 100).toLocaleString('en-IN')}`
}

/** How else the order can be paid. */
const otherWays: Record<OrderDraft['channel'], string> = {
  shop: 'Please choose Online Payment.',
  phone: 'Send a link to pay instead.',
}

/** Advisory lock classes; the numbers are arbitrary but unique in the store. */
const [addressLockClass, squareLockClass] = [7_346_602, 7_346_603]

/**
 * Customers have separate rows for the same address, so advisory locks on the street and on the map
 * squares around it are used. They are taken after the lock of the cart and before all others, and the
 * squares in one order, so that neighbours cannot deadlock.
 */
async function lockAddress(db: Database, address: AddressRow) {
  const street = normalizedStreet(sql`${address.street}::text`)
  await db.execute(sql`select pg_advisory_xact_lock(${addressLockClass}, hashtext(${street}))`)
  const squares = sql`${sql.param(squaresAround(address))}::text[]`
  await db.execute(sql`
    select pg_advisory_xact_lock(${squareLockClass}, key)
    from (select distinct hashtext(square) as key from unnest(${squares}) square order by key) keys`)
}
