import { createHmac } from 'node:crypto'
import { and, between, count, eq, gt, inArray, max, or, sql, type SQLWrapper } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { activeStatuses, orders } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import type { AddressRow } from './customers.ts'

type DeliveryAddress = Pick<AddressRow, 'street' | 'postalCode' | 'latitude' | 'longitude'>

const limits = rules.cash

const isForCash = and(eq(orders.state, 'placed'), eq(orders.paymentMethod, 'Cash on delivery'))
const isUnpaid = eq(orders.paymentStatus, 'Pending')
const isOpen = and(isUnpaid, inArray(orders.status, activeStatuses))

/** Hashes a normalized street with its pincode under a key that is not in the database. */
export type HashAddress = (street: string, postalCode: string) => string

export const createAddressHasher =
  (pepper: string): HashAddress =>
  (street, postalCode) =>
    createHmac('sha256', pepper).update(`address:${postalCode}:${street}`).digest('base64url')

/**
 * Limits orders paid on delivery, because refused ones cost the store stock and couriers. Returns why
 * this customer cannot place another one at this address, as a sentence without its full stop, or
 * undefined if they can.
 */
export async function cashRefusal(
  customer: CustomerContext,
  address: DeliveryAddress,
  hashAddress: HashAddress,
): Promise<string | undefined> {
  const { refused, open, lastDay, isNew } = await countOrdersByCustomer(customer)
  if (refused >= limits.refusals) return 'Earlier Cash on Delivery orders were refused at the door'
  if (open >= limits.openPerUser) {
    return 'You already have Cash on Delivery orders on the way'
  }
  if (isNew && lastDay >= limits.newDaily) {
    return `New accounts can place up to ${limits.newDaily} Cash on Delivery orders a day`
  }
  if (await isAddressBlocked(customer.db, address, hashAddress)) {
    return 'Cash on Delivery isn’t available at this address right now'
  }
  return undefined
}

/**
 * Counts the cash orders of a customer. A refused order that was paid by link first does not count
 * as refused. `lastDay` counts the last 24 hours, cancelled orders included.
 */
async function countOrdersByCustomer({ db, userId }: CustomerContext) {
  const isWithinLastDay = gt(orders.placedAt, since(dayMs))
  const [counts] = await db
    .select({
      refused: sql<number>`(count(*) filter (where ${isRefused()}))::int + ${refusalsOfErased()}`,
      open: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      lastDay: sql<number>`(count(*) filter (where ${isWithinLastDay}))::int`,
      isNew: sql<boolean>`${gt(users.createdAt, since(limits.newForMs))}`,
    })
    .from(users)
    .leftJoin(orders, and(eq(orders.userId, users.id), isForCash))
    .where(eq(users.id, userId))
    .groupBy(users.id)
  return counts ?? { refused: 0, open: 0, lastDay: 0, isNew: true }
}

const since = (ms: number) => clock.later(-ms)

const isRefused = () => and(gt(orders.refusedAt, since(limits.refusalsForMs)), isUnpaid)

const bucketPrefix = 'cash-refusals:'
const addressBucketPrefix = 'cash-refusals-at:'

/** The refusals of deleted accounts with the phone number of this customer. */
const refusalsOfErased = () => sql`coalesce((
  select r.count from ${rateLimits} r
  where r.bucket = ${bucketPrefix}::text || ${users.phoneHash}
    and r.resets_at > ${clock.now().toISOString()}::timestamptz), 0)`

/** Keyed hashes that outlive an account; none of them names anybody. */
export type ErasureHashes = {
  phoneHash?: string | null | undefined
  hashAddress?: HashAddress | undefined
}

/**
 * Keeps the number of refused deliveries of an account that is being deleted until they no longer count,
 * under the keyed hashes of its phone number and of each address. Otherwise a new account with that
 * number, or at that address, could refuse more. Runs before the addresses are cleared.
 */
export async function retainRefusals(
  tx: Database,
  userId: string,
  { phoneHash, hashAddress }: ErasureHashes,
): Promise<void> {
  const isOfUser = and(eq(orders.userId, userId), isForCash, isRefused())
  const refused = { count: count(), last: max(orders.refusedAt) }
  const [total] = await tx.select(refused).from(orders).where(isOfUser)
  if (!total?.last) return
  if (phoneHash) await addRefusals(tx, bucketPrefix + phoneHash, total)
  if (!hashAddress) return
  const street = normalizedStreet(sql`${orders.address}->>'street'`).as('street')
  const postalCode = sql<string>`${orders.address}->>'postalCode'`.as('postal_code')
  const byAddress = await tx
    .select({ ...refused, street, postalCode })
    .from(orders)
    .where(isOfUser)
    .groupBy(sql`street`, sql`postal_code`)
  for (const { street, postalCode, ...counted } of byAddress) {
    await addRefusals(tx, addressBucketPrefix + hashAddress(street, postalCode), counted)
  }
}

type Refusals = { count: number; last: Date | null }

async function addRefusals(tx: Database, bucket: string, { count, last }: Refusals): Promise<void> {
  const resetsAt = new Date((last ?? clock.now()).getTime() + limits.refusalsForMs)
  const isCurrent = sql`${rateLimits.resetsAt} > ${clock.now().toISOString()}::timestamptz`
  await tx
    .insert(rateLimits)
    .values({ bucket, count, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`case when ${isCurrent} then ${rateLimits.count} else 0 end + excluded.count`,
        resetsAt: sql`greatest(${rateLimits.resetsAt}, excluded.resets_at)`,
      },
    })
}

/**
 * Counts the cash orders of all customers to this address, so that a new account, another pincode
 * or another spelling does not lift its limit.
 */
async function isAddressBlocked(
  db: Database,
  address: DeliveryAddress,
  hashAddress: HashAddress,
): Promise<boolean> {
  const { postalCode } = address
  const street = normalizedStreet(sql`${address.street}::text`)
  const isSameStreet = sql`${normalizedStreet(sql`${orders.address}->>'street'`)} = ${street}`
  const isSameCode = sql`${orders.address}->>'postalCode' = ${postalCode}`
  const isSameAddress = and(isSameStreet, or(isSameCode, isWithinKm(address, limits.sameStreetKm)))
  const isNearby = isWithinKm(address, limits.nearbyKm) ?? sql`false`
  const [counts] = await db
    .select({
      refused: sql<number>`(count(*) filter (where ${isSameAddress} and ${isRefused()}))::int`,
      open: sql<number>`(count(*) filter (where ${isSameAddress} and ${isOpen}))::int`,
      nearby: sql<number>`(count(*) filter (where ${isNearby} and ${isOpen}))::int`,
      street,
    })
    .from(orders)
    .where(and(isForCash, isUnpaid, or(isSameCode, isWithinKm(address, limits.sameStreetKm))))
  const { refused = 0, open = 0, nearby = 0 } = counts ?? {}
  if (open >= limits.openPerAddress || nearby >= limits.openNearby) return true
  const hash = hashAddress(counts?.street ?? '', postalCode)
  return refused + (await countErasedRefusals(db, hash)) >= limits.refusals
}

/** The refusals of deleted accounts at this address. */
async function countErasedRefusals(db: Database, addressHash: string): Promise<number> {
  const isCurrent = gt(rateLimits.resetsAt, clock.now())
  const [kept] = await db
    .select({ count: rateLimits.count })
    .from(rateLimits)
    .where(and(eq(rateLimits.bucket, addressBucketPrefix + addressHash), isCurrent))
  return kept?.count ?? 0
}

const kmPerDegree = 111.2

/** A square around the address in degrees, which is accurate enough for a few hundred metres. */
function isWithinKm({ latitude, longitude }: DeliveryAddress, km: number) {
  if (latitude === null || longitude === null) return undefined
  const [latitudeDelta, longitudeDelta] = [
    km / kmPerDegree,
    km / kmPerDegree / Math.cos((latitude * Math.PI) / 180),
  ]
  return and(
    between(orderLatitude, latitude - latitudeDelta, latitude + latitudeDelta),
    between(orderLongitude, longitude - longitudeDelta, longitude + longitudeDelta),
  )
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
