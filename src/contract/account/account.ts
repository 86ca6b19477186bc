import * as v from 'valibot'

import {
  type SchemasByCall,
  optionalField,
  singleLineText,
  responseSchema,
} from '#contract/api/fields.ts'
import { cleanCode, isPinCode } from '#contract/values/codes.ts'
import { emailAddress } from '#contract/values/email.ts'
import { personName } from '#contract/values/personName.ts'
import { Latitude, Longitude } from '#contract/delivery/location.ts'

export const UserGender = v.picklist(['male', 'female', 'other'])
export type UserGender = v.InferOutput<typeof UserGender>

/** The customer who is logged in. `dateOfBirth` is an ISO date. */
export const User = v.object({
  _id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  name: v.string(),
  email: v.string(),
  contactNumber: v.string(),
  dateOfBirth: v.string(),
  gender: UserGender,
})
export type User = v.InferOutput<typeof User>

/** For fields that are sent with a profile and ignored: phone, birth date and gender cannot be changed. */
const ignored = v.optional(v.unknown())

/** Body of `PUT /user/profile`. Null clears the last name or the email. */
export const Profile = v.object({
  firstName: personName(60),
  lastName: v.nullable(v.union([v.literal(''), personName(60)]), ''),
  email: v.nullable(v.union([v.literal(''), emailAddress(120)]), ''),
  contactNumber: ignored,
  dateOfBirth: ignored,
  gender: ignored,
})
export type Profile = v.InferOutput<typeof Profile>

export const ProfileResponse = responseSchema({ user: User })

export const AddressLabel = v.picklist(['home', 'work', 'other'])
export type AddressLabel = v.InferOutput<typeof AddressLabel>

const optionalLine = (max: number) => singleLineText({ max })
const requiredLine = (max: number) => singleLineText({ min: 1, max })

/**
 * A delivery address. `street` is the whole street line (`streetLine.ts`), which begins with `house`; that is
 * empty where the address was saved without one. The coordinates are strings, and empty if unknown.
 */
export const Address = v.object({
  _id: v.string(),
  label: AddressLabel,
  house: v.optional(v.string(), ''),
  street: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  latitude: v.string(),
  longitude: v.string(),
})
export type Address = v.InferOutput<typeof Address>

/** A PIN code, or empty. */
const PostalCode = v.nullish(
  v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.check((text) => text === '' || isPinCode(text)),
  ),
  '',
)

/**
 * Body of `POST /address/add`. The server puts `house` before `street`; without it, `street` has to name the
 * house too. Without coordinates the server derives them from the text.
 */
export const NewAddress = v.object({
  label: AddressLabel,
  house: optionalField(requiredLine(100)),
  street: requiredLine(300),
  city: requiredLine(80),
  state: v.nullish(optionalLine(80), ''),
  postalCode: PostalCode,
  latitude: optionalField(Latitude),
  longitude: optionalField(Longitude),
})
export type NewAddress = v.InferOutput<typeof NewAddress>

/** Body of `PUT /address/update`. If the text changed and no coordinates are sent, the server derives them. */
export const ChangedAddress = v.object({
  addressId: v.string(),
  label: AddressLabel,
  house: optionalField(requiredLine(100)),
  street: requiredLine(300),
  city: requiredLine(80),
  state: v.nullish(optionalLine(80), ''),
  postalCode: PostalCode,
  latitude: optionalField(Latitude),
  longitude: optionalField(Longitude),
})
export type ChangedAddress = v.InferOutput<typeof ChangedAddress>

export const AddressesResponse = responseSchema({ address: v.array(Address) })
export const AddressResponse = responseSchema({ address: Address })
export const AddressDeletedResponse = responseSchema({ message: v.string() })

/** An address on one line: uppercase label, street, city, state, postal code. */
export function addressText(
  address: Omit<Address, '_id' | 'house' | 'latitude' | 'longitude'>,
): string {
  const { label, street, city, state, postalCode } = address
  return [label.toUpperCase(), street, city, state, postalCode].filter(Boolean).join(', ')
}

export const ExportResponse = responseSchema({ result: v.record(v.string(), v.unknown()) })

export const accountCalls = {
  updateProfile: { body: Profile, response: ProfileResponse },
  exportUser: { response: ExportResponse },
  readAddresses: { response: AddressesResponse },
  addAddress: { body: NewAddress, response: AddressResponse },
  updateAddress: { body: ChangedAddress, response: AddressResponse },
  deleteAddress: { response: AddressDeletedResponse },
} satisfies SchemasByCall
