import { and, eq, inArray, or, sql, type SQLWrapper } from 'drizzle-orm'

import { isActive } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
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
 * shopper and to one door, and none above a sum. The bag is held, and the door from here to the end
 * of the order, so nobody passes by twice, alone or with others.
 */
export async function limitCash({ db, userId }: UserStore, { quote, address }: Cash) {
  if (quote.amount.finalAmount > mostPaise) {
    throw refusal(`Orders above ₹${(mostPaise / 100).toLocaleString('en-IN')} are paid online`)
  }
  await holdDoor(db, address)
  const { street, postalCode } = address
  const isOpen = and(
    eq(orders.state, 'placed'),
    eq(orders.paymentMethod, 'Cash on delivery'),
    eq(orders.paymentStatus, 'Pending'),
    inArray(orders.status, underWay),
  )
  const isMine = eq(orders.userId, userId)
  const isOfDoor = sql`${orders.address}->>'postalCode' = ${postalCode}
    and ${bare(sql`${orders.address}->>'street'`)} = ${bare(sql`${street}::text`)}`
  const [counts] = await db
    .select({
      mine: sql<string>`count(*) filter (where ${isMine})`,
      ofDoor: sql<string>`count(*) filter (where ${isOfDoor})`,
    })
    .from(orders)
    .where(and(isOpen, or(isMine, isOfDoor)))
  if (Number(counts?.mine) >= openPerUser) {
    throw refusal('Your earlier orders to be paid at the door are still on their way')
  }
  if (Number(counts?.ofDoor) >= openPerAddress) {
    throw refusal('No more orders to this address can be paid at the door just now')
  }
}

/** The same door, however its commas, spaces and capitals are written; 1/12 is not 11/2. */
const bare = (street: SQLWrapper) =>
  sql`btrim(lower(regexp_replace(${street}, '[[:space:][:punct:]]+', ' ', 'g')))`

/** Any number, other than those of other locks. */
const doors = 7_346_602

/** No row stands for a door, so its name is locked. The bag comes before it, all else after it. */
async function holdDoor(db: Database, { street, postalCode }: AddressRow) {
  const door = sql`${bare(sql`${street}::text`)} || ' ' || ${postalCode}::text`
  await db.execute(sql`select pg_advisory_xact_lock(${doors}, hashtext(${door}))`)
}

const refusal = (why: string) =>
  new StoreError('not_allowed_now', `${why}. Please choose Online Payment.`)
