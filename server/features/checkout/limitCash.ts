import { and, eq, inArray, sql } from 'drizzle-orm'

import { isActive } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { orders } from '#server/database/orderTables.ts'
import { orderStatuses } from '#server/database/orderWords.ts'
import type { AddressRow } from '#server/database/readAddress.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import type { Quote } from './quoteBag.ts'

const { openPerUser, openPerAddress, mostPaise } = rules.cash
const underWay = orderStatuses.filter(isActive)

type Cash = { quote: Quote; address: AddressRow }

/**
 * Orders that nobody has paid for cost the store stock and riders: so many may be under way to one
 * shopper and to one door, and none above a sum. The bag is held, so a shopper cannot pass by twice.
 */
export async function limitCash({ db, userId }: UserStore, { quote, address }: Cash) {
  if (quote.amount.finalAmount > mostPaise) {
    throw refusal(`Orders above ₹${(mostPaise / 100).toLocaleString('en-IN')} are paid online`)
  }
  const isOpen = and(
    eq(orders.state, 'placed'),
    eq(orders.paymentMethod, 'Cash on delivery'),
    eq(orders.paymentStatus, 'Pending'),
    inArray(orders.status, underWay),
  )
  const { street, postalCode } = address
  const isOfDoor = sql`lower(${orders.address}->>'street') = ${street.toLowerCase()}
    and ${orders.address}->>'postalCode' = ${postalCode}`
  const [counts] = await db
    .select({
      mine: sql<string>`count(*) filter (where ${eq(orders.userId, userId)})`,
      ofDoor: sql<string>`count(*) filter (where ${isOfDoor})`,
    })
    .from(orders)
    .where(isOpen)
  if (Number(counts?.mine) >= openPerUser || Number(counts?.ofDoor) >= openPerAddress) {
    throw refusal('Several orders to be paid at the door are on their way already')
  }
}

const refusal = (why: string) =>
  new StoreError('not_allowed_now', `${why}. Please choose Online Payment.`)
