import { eq } from 'drizzle-orm'

import type { Address, ChangedAddress, NewAddress } from '#contract/account/account.ts'
import type { Point } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'
import { houseIsArea, streetIsArea, streetLine, textBeside } from '#contract/delivery/streetLine.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { AddressRow } from './customers.ts'
import { accountNotFound } from './errors.ts'

type PostalAddress = Pick<Address, 'street' | 'city' | 'state' | 'postalCode'>
type FoundPlace = Point & { city: string; state: string; postalCode: string }
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

/** An address as a form sends it. */
type SentAddress = Omit<ChangedAddress, 'addressId'>
type KnownAddress = PostalAddress & Pick<AddressRow, 'latitude' | 'longitude'>

type Locating = {
  geocoder: Geocoder
  /** The address that it changes: one whose text stays the same keeps its point. */
  before?: KnownAddress
}

/**
 * Checks an address and finds its point and its state, as it is then stored. Without coordinates it is geocoded; the
 * point is missing if that finds nothing.
 *
 * @throws StoreError 'invalid' if it names only an area, or if its point is far from its pincode
 */
export async function locateAddress(sent: SentAddress, { geocoder, before }: Locating) {
  await refuseAreaOnly(sent, geocoder)
  const sentPoint = await requireSentPoint(sent, geocoder)
  const isKnown = sentPoint ? sent.state !== '' : before && !hasTextChanged(before, sent)
  const place = isKnown ? before : await geocoder.geocode(sent)
  const point = sentPoint ?? place
  return {
    ...writtenLines(sent),
    state: sent.state || stateOf(sent, place),
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
  }
}

/** Saves a new address with the customer's account. */
export async function addAddress(
  customer: CustomerContext,
  address: NewAddress,
  geocoder: Geocoder,
): Promise<AddressRow> {
  const located = await locateAddress(address, { geocoder })
  return customer.db.transaction(async (db) => {
    await refuseTooMany({ ...customer, db })
    const [row] = await db
      .insert(addresses)
      .values({ ...located, userId: customer.userId, createdAt: clock.now() })
      .returning()
    return row as AddressRow
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

/**
 * Address forms without a map have no state field, but the tax of an order depends on the state.
 */
const stateOf = (
  { postalCode }: Pick<PostalAddress, 'postalCode'>,
  place?: Pick<PostalAddress, 'state' | 'postalCode'>,
) => (postalCode !== '' && place?.postalCode === postalCode ? place.state : '')

/** The address with its house in the street line. */
const writtenLines = <Written extends SentAddress>(address: Written) => ({
  ...address,
  house: address.house ?? '',
  street: streetLine(address),
})

/** An area such as "Vijay Nagar" has thousands of doors, so a courier could not deliver to it. */
async function refuseAreaOnly(
  { house, street, city, state = '', postalCode }: SentAddress,
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
  { latitude, longitude, postalCode }: Pick<SentAddress, 'latitude' | 'longitude' | 'postalCode'>,
  { isInPincode }: Geocoder,
): Promise<Point | undefined> {
  if (latitude === undefined || longitude === undefined) return undefined
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  if (!(await isInPincode(point, postalCode))) throw new StoreError('invalid', pincodeTooFar)
  return point
}

function hasTextChanged(old: PostalAddress, change: SentAddress): boolean {
  const written = ['street', 'city', 'state', 'postalCode'] as const
  const changed = writtenLines(change)
  return written.some((part) => old[part] !== changed[part])
}
