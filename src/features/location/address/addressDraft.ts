import type { Address, AddressLabel, NewAddress } from '#contract/address.ts'
import type { Place, Point } from '#contract/location.ts'

/** An address while it is written. */
export type AddressDraft = {
  street: string
  landmark: string
  city: string
  state: string
  postalCode: string
  label: AddressLabel | undefined
  point: Point
  /** What the map put into `street`: it may change as long as nobody has written anything else. */
  streetOfMap: string
}

/** Where a map opens that knows nothing better: the store's own city. */
const storeCity: Point = { latitude: 22.7196, longitude: 75.8577 }

export function draftOf(address: Address | undefined, near: Point | undefined): AddressDraft {
  const { street = '', city = '', state = '', postalCode = '' } = address ?? {}
  const point = address?.latitude
    ? { latitude: Number(address.latitude), longitude: Number(address.longitude) }
    : (near ?? storeCity)
  const texts = { street, landmark: '', city, state, postalCode, streetOfMap: '' }
  return { ...texts, label: address?.label, point }
}

/** The draft with the pin elsewhere, and what is there. */
export function atPlace(draft: AddressDraft, place: Place): AddressDraft {
  const { city, state, postalCode, latitude, longitude } = place
  const streetOfMap = streetOf(place)
  const isOurs = draft.street === '' || draft.street === draft.streetOfMap
  const street = isOurs ? streetOfMap : draft.street
  return { ...draft, street, streetOfMap, city, state, postalCode, point: { latitude, longitude } }
}

/** What of a formatted address is not said again in a field of its own. */
function streetOf({ formattedAddress, city, state, postalCode }: Place): string {
  const elsewhere = new Set([city, state, postalCode, `${state} ${postalCode}`, 'India'])
  const parts = formattedAddress.split(', ').filter((part) => !elsewhere.has(part))
  return parts.join(', ')
}

/** As it is saved: a landmark is a part of the street. */
export function addressOfDraft(draft: AddressDraft, label: AddressLabel): NewAddress {
  const { street, landmark, city, state, postalCode, point } = draft
  return {
    label,
    street: [street.trim(), landmark.trim()].filter(Boolean).join(', '),
    city: city.trim(),
    state,
    postalCode,
    latitude: String(point.latitude),
    longitude: String(point.longitude),
  }
}
