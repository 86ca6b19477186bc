import { createHmac, randomUUID } from 'node:crypto'
import { and, between, eq, gt, inArray, ne, or, sql, type SQLWrapper } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import { maxCashPaise, type StoreTerms } from '#contract/store/storeTerms.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { activeStatuses, orders } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import type { AddressRow } from '#server/commerce/customers.ts'

type DeliveryAddress = Pick<AddressRow, 'street' | 'postalCode' | 'latitude' | 'longitude'>

const { cash: limits, cashPerAddress } = rules

const isForCash = and(
  eq(orders.checkoutStatus, 'completed'),
  eq(orders.paymentMethod, 'Cash on delivery'),
)
const isUnpaid = eq(orders.paymentStatus, 'Pending')
const isOpen = and(isUnpaid, inArray(orders.status, activeStatuses))

/** Hashes a normalized street with its pincode under the pepper of OTPs. */
export type HashAddress = (street: string, postalCode: string) => string

export const createAddressHasher =
  (pepper: string): HashAddress =>
  (street, postalCode) =>
    createHmac('sha256', pepper).update(`address:${postalCode}:${street}`).digest('base64url')

/** Why an amount cannot be paid on delivery, as a sentence without its full stop. */
export function amountRefusal(amountPaise: number, terms: StoreTerms): string | undefined {
  const maxPaise = maxCashPaise(terms)
  if (amountPaise <= maxPaise) return undefined
  return `Cash on Delivery isn’t available for orders above ₹${(maxPaise / 100).toLocaleString('en-IN')}`
}

type CashRefusalOptions = {
  hashAddress: HashAddress
  terms: StoreTerms
  /** Whether the sentence is for the staff instead of the customer. */
  isForStaff?: boolean
  /** A placed order of the customer that gets the address, and is not counted beside itself. */
  ownOrderId?: string
}

/**
 * Limits orders paid on delivery, because refused ones cost the store stock and couriers. Returns why
 * this customer cannot place another one at this address, as a sentence without its full stop, or
 * undefined if they can.
 */
export async function cashRefusal(
  customer: CustomerContext,
  address: DeliveryAddress,
  { hashAddress, terms, isForStaff = false, ownOrderId }: CashRefusalOptions,
): Promise<string | undefined> {
  const { refused, open, lastDay, isNew } = await countOrdersByCustomer(customer, ownOrderId)
  if (refused >= limits.maxRefusals) {
    return 'Cash on Delivery isn’t available because earlier orders were refused at the door'
  }
  if (open >= terms.openCashOrders) {
    const who = isForStaff ? 'The customer already has' : 'You already have'
    return `${who} ${terms.openCashOrders} unpaid Cash on Delivery orders`
  }
  if (isNew && lastDay >= limits.newAccountMaxDaily) {
    return `New accounts can place up to ${limits.newAccountMaxDaily} Cash on Delivery orders a day`
  }
  if (await isAddressBlocked(customer.db, address, { hashAddress, ownOrderId })) {
    return 'Cash on Delivery isn’t available at this address right now'
  }
  return undefined
}

/**
 * Counts the cash orders of a customer. A refused order that was paid by link first does not count
 * as refused. `lastDay` counts the last 24 hours, cancelled orders included.
 */
async function countOrdersByCustomer({ db, userId }: CustomerContext, ownOrderId?: string) {
  const isWithinLastDay = gt(orders.placedAt, since(dayMs))
  const [counts] = await db
    .select({
      refused: sql<number>`(count(*) filter (where ${isRefused()}))::int + ${refusalsOfErased()}`,
      open: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      lastDay: sql<number>`(count(*) filter (where ${isWithinLastDay}))::int`,
      isNew: sql<boolean>`${gt(users.createdAt, since(limits.newAccountMs))}`,
    })
    .from(users)
    .leftJoin(orders, and(eq(orders.userId, users.id), isForCash, isOther(ownOrderId)))
    .where(eq(users.id, userId))
    .groupBy(users.id)
  return counts ?? { refused: 0, open: 0, lastDay: 0, isNew: true }
}

const isOther = (ownOrderId: string | undefined) =>
  ownOrderId === undefined ? undefined : ne(orders.id, ownOrderId)

const since = (ms: number) => clock.later(-ms)

const isRefused = () => and(gt(orders.refusedAt, since(limits.refusalWindowMs)), isUnpaid)

/** The keys of kept refusals in `rate_limits`: the hash of a phone number or of an address, and a random id. */
const phoneKey = 'cash-refusals:'
const addressKey = 'cash-refusals-at:'

/** The refusals of deleted accounts that are kept under this key and still count. */
const isRefusalOf = (key: SQLWrapper) =>
  and(
    sql`${rateLimits.bucket} > ${key} || ':'`,
    sql`${rateLimits.bucket} < ${key} || ';'`,
    gt(rateLimits.resetsAt, clock.now()),
  )

/** The refusals of deleted accounts with the phone number of this customer. */
const refusalsOfErased = () => sql`(
  select count(*)::int from ${rateLimits}
  where ${isRefusalOf(sql`${phoneKey}::text || ${users.phoneHash}`)})`

/** What the refusals of a deleted account are kept under. Without a phone hash only the address counts. */
export type RetentionKeys = {
  phoneHash?: string | null | undefined
  hashAddress?: HashAddress | undefined
}

/**
 * Keeps the refused deliveries of an account that is being deleted for as long as they count, under keyed
 * hashes of its phone number and of the address. Otherwise a new account with that number, or at that
 * address, could refuse more. Runs before the addresses are cleared.
 */
export async function retainRefusals(
  tx: Database,
  userId: string,
  { phoneHash, hashAddress }: RetentionKeys,
): Promise<void> {
  const refused = await tx
    .select({
      at: orders.refusedAt,
      street: normalizedStreet(sql`${orders.address}->>'street'`),
      postalCode: sql<string>`${orders.address}->>'postalCode'`,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isForCash, isRefused()))
  const rows = refused.flatMap(({ at, street, postalCode }) => {
    const resetsAt = new Date((at ?? clock.now()).getTime() + limits.refusalWindowMs)
    const keys = [
      phoneHash && phoneKey + phoneHash,
      hashAddress && addressKey + hashAddress(street, postalCode),
    ]
    return keys
      .filter((key) => typeof key === 'string' && key !== '')
      .map((key) => ({ bucket: `${key}:${randomUUID()}`, count: 1, resetsAt }))
  })
  if (rows.length > 0) await tx.insert(rateLimits).values(rows)
}

/**
 * Counts the cash orders of all customers to this address, so that a new account, another pincode
 * or another spelling does not lift its limit. The refusals of deleted accounts have no location any
 * more, so they count for the same street and pincode only.
 */
async function isAddressBlocked(
  db: Database,
  address: DeliveryAddress,
  { hashAddress, ownOrderId }: Pick<CashRefusalOptions, 'hashAddress' | 'ownOrderId'>,
): Promise<boolean> {
  const { postalCode } = address
  const street = normalizedStreet(sql`${address.street}::text`)
  const isSameStreet = sql`${normalizedStreet(sql`${orders.address}->>'street'`)} = ${street}`
  const isSameCode = sql`${orders.address}->>'postalCode' = ${postalCode}`
  const isSameAddress = and(
    isSameStreet,
    or(isSameCode, isWithinKm(address, cashPerAddress.sameStreetKm)),
  )
  const isNearby = isWithinKm(address, cashPerAddress.nearbyKm) ?? sql`false`
  const [counts] = await db
    .select({
      refused: sql<number>`(count(*) filter (where ${isSameAddress} and ${isRefused()}))::int`,
      open: sql<number>`(count(*) filter (where ${isSameAddress} and ${isOpen}))::int`,
      nearby: sql<number>`(count(*) filter (where ${isNearby} and ${isOpen}))::int`,
      street,
    })
    .from(orders)
    .where(
      and(
        ...[isForCash, isUnpaid, isOther(ownOrderId)],
        or(isSameCode, isWithinKm(address, cashPerAddress.sameStreetKm)),
      ),
    )
  const { refused = 0, open = 0, nearby = 0 } = counts ?? {}
  if (open >= cashPerAddress.maxOpen || nearby >= cashPerAddress.maxOpenNearby) return true
  const key = addressKey + hashAddress(counts?.street ?? '', postalCode)
  const refusals = await db.$count(rateLimits, isRefusalOf(sql`${key}::text`))
  return refused + refusals >= limits.maxRefusals
}

const kmPerDegree = 111.2

type Range = [from: number, to: number]

/** The degrees of a square around a point, which is accurate enough for a few hundred metres. */
function degreesAround(latitude: number, longitude: number, km: number): [Range, Range] {
  const north = km / kmPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  return [
    [latitude - north, latitude + north],
    [longitude - east, longitude + east],
  ]
}

function isWithinKm({ latitude, longitude }: DeliveryAddress, km: number) {
  if (latitude === null || longitude === null) return undefined
  const [latitudes, longitudes] = degreesAround(latitude, longitude, km)
  return and(between(orderLatitude, ...latitudes), between(orderLongitude, ...longitudes))
}

/** About 100 m, more than the neighbourhood whose open orders are counted. */
const squareDegrees = 0.001

/** The map squares that the neighbourhood of an address touches: at most four. */
export function squaresAround({ latitude, longitude }: DeliveryAddress): string[] {
  if (latitude === null || longitude === null) return []
  const [norths, easts] = degreesAround(latitude, longitude, cashPerAddress.nearbyKm).map(
    (degrees) => [...new Set(degrees.map((degree) => Math.floor(degree / squareDegrees)))],
  )
  return (norths ?? []).flatMap((north) => (easts ?? []).map((east) => `${north} ${east}`))
}

const orderLatitude = sql`(nullif(${orders.address}->>'latitude', '')::float8)`
const orderLongitude = sql`(nullif(${orders.address}->>'longitude', '')::float8)`

/**
 * Letters of other scripts that look like Latin ones, and the digits of Indian scripts, with their
 * Latin counterparts.
 */
const lookalikes = {
  from: 'АВЕЅІЈКМНОРСТУХаеѕіјкмнорстухѵԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχıɑɡ',
  to: 'abesijkmhopctyxaesijkmhopctyxvdqwabezhikmnoptyxaeiknoptuxiag',
}
const digits = {
  from: [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0660, 0x06f0]
    .flatMap((zero) => Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)))
    .join(''),
  to: '0123456789'.repeat(11),
}

/**
 * Accents and invisible characters: soft hyphens, joiners, direction marks, variation selectors,
 * fillers.
 */
const invisible =
  '[\u0300-\u036F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]+'

/**
 * SQL that normalizes a street, so that spellings of the same address compare equal regardless of
 * punctuation, spaces, case, lookalike letters and invisible characters. Numbers stay apart: 1/12
 * is not 11/2.
 */
export const normalizedStreet = (street: SQLWrapper) => {
  const visible = sql`regexp_replace(normalize(${street}, NFKD), ${invisible}::text, '', 'g')`
  const from = lookalikes.from + digits.from
  const latin = sql`translate(${visible}, ${from}::text, ${lookalikes.to + digits.to}::text)`
  const plain = sql`lower(regexp_replace(${latin}, '[[:space:][:punct:]]+', ' ', 'g'))`
  // Zero is often written as the letter O, and 1 as l or I.
  return sql<string>`btrim(translate(${plain}, '01i', 'oll'))`
}

/** Advisory lock classes; the numbers are arbitrary but unique in the store. */
const [addressLockClass, squareLockClass] = [7_346_602, 7_346_603]

/**
 * Customers have separate rows for the same address, so advisory locks on the street and on the map
 * squares around it are used. A new order takes them after the lock of its cart and before all others, a corrected one
 * after the lock of the order, which no new order waits for; and the squares in one order, so that neighbours cannot
 * deadlock.
 */
export async function lockAddress(db: Database, address: DeliveryAddress) {
  const street = normalizedStreet(sql`${address.street}::text`)
  await db.execute(sql`select pg_advisory_xact_lock(${addressLockClass}, hashtext(${street}))`)
  const squares = sql`${sql.param(squaresAround(address))}::text[]`
  await db.execute(sql`
    select pg_advisory_xact_lock(${squareLockClass}, key)
    from (select distinct hashtext(square) as key from unnest(${squares}) square order by key) keys`)
}
