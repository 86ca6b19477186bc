import { and, desc, eq } from 'drizzle-orm'

import type { Address, ChangedAddress, NewAddress } from '#contract/account.ts'
import type { Point } from '#contract/location.ts'
import * as rules from '#contract/rules.ts'
import { houseIsArea, streetIsArea, streetLine, textBeside } from '#contract/streetLine.ts'
import { addressOf, type AddressRow, readAddress } from '#server/commerce/customers.ts'
import { accountNotFound, addressNotFound } from '#server/commerce/errors.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

type PostalAddress = Pick<Address, 'street' | 'city' | 'state' | 'postalCode'>
type FoundPlace = Point & { state: string; postalCode: string }
export type Geocoder = {
  /** Geocodes an address, if possible. */
  geocode: (address: PostalAddress) => Promise<FoundPlace | undefined>
  /** Whether a point can lie in the area of a pincode. */
  isInPincode: (point: Point, postalCode: string) => Promise<boolean>
  /** Whether a text is the name of an area in this city, or of one with this pincode. */
  isArea: (text: string, town: Pick<Address, 'city' | 'postalCode'>) => Promise<boolean>
}

const pincodeTooFar =
  'This PIN code doesn’t match the pin on the map. Please correct the PIN code or move the pin.'

/** Newest addresses first. */
export async function readAddresses({ db, userId }: CustomerContext): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
  return rows.map(addressOf)
}

/**
 * Without coordinates, the address is geocoded; it is saved without a point if that finds nothing.
 * A missing state is derived from the pincode.
 */
export async function addAddress(
  customer: CustomerContext,
  address: NewAddress,
  geocoder: Geocoder,
): Promise<Address> {
  await refuseAreaOnly(address, geocoder)
  const sentPoint = await requireSentPoint(address, geocoder)
  const isComplete = sentPoint !== undefined && address.state !== ''
  const place = isComplete ? undefined : await geocoder.geocode(address)
  const point = sentPoint ?? place
  return customer.db.transaction(async (db) => {
    await refuseTooMany({ ...customer, db })
    const [row] = await db
      .insert(addresses)
      .values({
        ...writtenLines(address),
        state: address.state || stateOf(address, place),
        userId: customer.userId,
        latitude: point?.latitude ?? null,
        longitude: point?.longitude ?? null,
        createdAt: clock.now(),
      })
      .returning()
    return addressOf(row as AddressRow)
  })
}

/** The row of the user is locked, so that concurrent requests are counted one after another. */
async function refuseTooMany({ db, userId }: CustomerContext) {
  // Weaker than `for update`, which waits for the idempotency keys of other calls that refer to this
  // customer, while those wait for this one.
  const [user] = await db
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (user?.erasedAt) throw accountNotFound()
  const count = await db.$count(addresses, eq(addresses.userId, userId))
  if (count >= rules.address.maxPerUser) {
    throw new StoreError(
      'not_allowed_now',
      'You’ve reached the limit for saved addresses. Please remove one first.',
    )
  }
}

/** If no point is sent and the text has changed, the address is geocoded again. */
export async function changeAddress(
  { db, userId }: CustomerContext,
  { addressId, ...change }: ChangedAddress,
  geocoder: Geocoder,
): Promise<Address> {
  const old = await readAddress(db, userId, addressId)
  if (!old) throw addressNotFound()
  await refuseAreaOnly(change, geocoder)
  const sentPoint = await requireSentPoint(change, geocoder)
  const isKnown = sentPoint ? change.state !== '' : !hasTextChanged(old, change)
  const place = isKnown ? old : await geocoder.geocode(change)
  const point = sentPoint ?? place
  const [row] = await db
    .update(addresses)
    .set({
      ...writtenLines(change),
      state: change.state || stateOf(change, place),
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
    })
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
    .returning()
  if (!row) throw addressNotFound()
  return addressOf(row)
}

/**
 * Address forms without a map have no state field, but the tax of an order depends on the state.
 */
const stateOf = (
  { postalCode }: Pick<PostalAddress, 'postalCode'>,
  place?: Omit<FoundPlace, keyof Point>,
) => (postalCode !== '' && place?.postalCode === postalCode ? place.state : '')

type Change = Omit<ChangedAddress, 'addressId'>

/** The address with its house in the street line. */
const writtenLines = <Written extends Change>(address: Written) => ({
  ...address,
  house: address.house ?? '',
  street: streetLine(address),
})

/** An area such as "Vijay Nagar" has thousands of doors, so a courier could not deliver to it. */
async function refuseAreaOnly(
  { house, street, city, state = '', postalCode }: Change,
  { isArea }: Geocoder,
): Promise<void> {
  const namesAreaOnly = async (text: string) => {
    const parts = text
      .split(',')
      .map((part) => textBeside(part, [city, state, postalCode, 'India']))
    for (const part of parts) {
      if (part !== '' && (/\d/.test(part) || !(await isArea(part, { city, postalCode }))))
        return false
    }
    return true
  }
  if (house !== undefined && (await namesAreaOnly(house)))
    throw new StoreError('invalid', houseIsArea)
  if (await namesAreaOnly(street)) {
    throw new StoreError('invalid', house === undefined ? houseIsArea : streetIsArea)
  }
}

/**
 * The point that was sent. It must be close to the pincode, otherwise the parcel would go to the
 * wrong city.
 */
async function requireSentPoint(
  { latitude, longitude, postalCode }: Pick<Change, 'latitude' | 'longitude' | 'postalCode'>,
  { isInPincode }: Geocoder,
): Promise<Point | undefined> {
  if (latitude === undefined || longitude === undefined) return undefined
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  if (!(await isInPincode(point, postalCode))) throw new StoreError('invalid', pincodeTooFar)
  return point
}

function hasTextChanged(old: AddressRow, change: Change): boolean {
  const written = ['street', 'city', 'state', 'postalCode'] as const
  const changed = writtenLines(change)
  return written.some((part) => old[part] !== changed[part])
}

export async function deleteAddress({ db, userId }: CustomerContext, id: string): Promise<void> {
  const deleted = await db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .returning({ id: addresses.id })
  if (deleted.length === 0) throw addressNotFound()
}
