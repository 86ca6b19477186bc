import * as v from 'valibot'

import { type Address, AddressLabel, type NewAddress } from '#contract/account.ts'
import { Place, Point } from '#contract/location.ts'

/** An address while it is being written. */
export const AddressDraft = v.object({
  street: v.string(),
  landmark: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  label: v.optional(AddressLabel),
  point: Point,
  /** What the map says about the point. Undefined until it was looked up. */
  found: v.optional(Place),
  /** False while the map shows a place that nobody has chosen. */
  isPlaced: v.boolean(),
  /** Whether the shopper has typed, chosen or moved anything: only then it is kept. */
  isEdited: v.boolean(),
  /** Last change, in ms since the epoch. */
  editedAt: v.number(),
})
export type AddressDraft = v.InferOutput<typeof AddressDraft>

const draftLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The draft that was kept, unless it is so old that the shopper will not remember it. */
export const unexpired = (draft: AddressDraft | undefined, nowMs: number) =>
  draft && nowMs - draft.editedAt < draftLifetimeMs ? draft : undefined

/** Where the map opens if nothing better is known: the store's own city. */
const storeCity: Point = { latitude: 22.7196, longitude: 75.8577 }

export function newDraft(address: Address | undefined, near: Point | undefined): AddressDraft {
  const { street = '', city = '', state = '', postalCode = '', label } = address ?? {}
  const known = address?.latitude
    ? { latitude: Number(address.latitude), longitude: Number(address.longitude) }
    : address
      ? undefined
      : near
  return {
    ...{ street, landmark: '', city, state, postalCode, label },
    point: known ?? near ?? storeCity,
    isPlaced: known !== undefined,
    isEdited: false,
    editedAt: 0,
  }
}

/**
 * The draft with the pin at a place. What the shopper has typed is kept: the street always, city and
 * pincode as long as the map itself still says the same about the new place.
 */
export function atPlace(draft: AddressDraft, place: Place): AddressDraft {
  const { found } = draft
  const { city, state, postalCode, latitude, longitude } = place
  const hasOwnStreet = draft.street !== '' && draft.street !== (found && areaOf(found))
  const isSameCity = found?.city === city && draft.city !== ''
  const isSamePincode = found?.postalCode === postalCode && draft.postalCode !== ''
  return {
    ...draft,
    street: hasOwnStreet ? draft.street : areaOf(place),
    city: isSameCity ? draft.city : city,
    state,
    postalCode: isSamePincode ? draft.postalCode : postalCode,
    point: { latitude, longitude },
    found: place,
  }
}

/** The part of a formatted address that has no field of its own. */
export function areaOf({ formattedAddress, city, state, postalCode }: Place): string {
  const elsewhere = new Set([city, state, postalCode, `${state} ${postalCode}`, 'India'])
  const parts = formattedAddress.split(', ').filter((part) => !elsewhere.has(part))
  return parts.join(', ')
}

/** Whether the pin belongs to what is written, as far as can be told without a map. */
export function hasMatchingPin(draft: AddressDraft, saved: Address | undefined): boolean {
  const place = draft.found ?? (saved?.latitude ? saved : undefined)
  return place?.postalCode === draft.postalCode.trim() && place.city === draft.city.trim()
}

/** As it is saved: the landmark is part of the street. */
export function addressOfDraft(draft: AddressDraft, label: AddressLabel): NewAddress {
  const { street, landmark, city, state, postalCode, point } = draft
  return {
    label,
    street: [street.trim(), landmark.trim()].filter(Boolean).join(', '),
    city: city.trim(),
    state,
    postalCode: postalCode.trim(),
    latitude: String(point.latitude),
    longitude: String(point.longitude),
  }
}

export type AddressProblems = {
  place?: string
  street?: string
  city?: string
  postalCode?: string
  label?: string
}

/** Indian pincodes have six digits and never begin with 0. */
const pincode = /^[1-9]\d{5}$/

/** @param isPinNeeded false where there is no map to put it on */
export function problemsOf(draft: AddressDraft, { isPinNeeded = true } = {}): AddressProblems {
  const { isPlaced, street, city, postalCode, label } = draft
  return {
    ...(isPlaced || !isPinNeeded ? {} : { place: 'Please choose your location on the map' }),
    ...(street.trim() ? {} : { street: 'Please enter your address' }),
    ...(city.trim() ? {} : { city: 'Please enter your city' }),
    ...(pincode.test(postalCode.trim()) ? {} : { postalCode: 'Enter a 6-digit PIN code' }),
    ...(label ? {} : { label: 'Please select an address label!' }),
  }
}
