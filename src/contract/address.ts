import * as v from 'valibot'

import { Latitude, Longitude } from './location.ts'
import { optionalField } from './optionalField.ts'
import { reply } from './reply.ts'
import { writtenLine } from './writtenText.ts'

export const AddressLabel = v.picklist(['home', 'work', 'other'])
export type AddressLabel = v.InferOutput<typeof AddressLabel>

const line = (most: number) => writtenLine({ most })
const needed = (most: number) => writtenLine({ least: 1, most })

/** Where a parcel goes. The point is text, and empty where it is not known. */
export const Address = v.object({
  _id: v.string(),
  label: AddressLabel,
  street: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  latitude: v.string(),
  longitude: v.string(),
})
export type Address = v.InferOutput<typeof Address>

/** Body of `POST /address/add`. Without coordinates the server derives them from the text. */
export const NewAddress = v.object({
  label: AddressLabel,
  street: needed(300),
  city: needed(80),
  state: v.nullish(line(80), ''),
  postalCode: v.nullish(v.pipe(v.string(), v.trim(), v.regex(/^([1-9]\d{5})?$/)), ''),
  latitude: optionalField(Latitude),
  longitude: optionalField(Longitude),
})
export type NewAddress = v.InferOutput<typeof NewAddress>

/** Body of `PUT /address/update`. If the text changed and no coordinates are sent, the server derives them. */
export const ChangedAddress = v.object({
  addressId: v.string(),
  label: AddressLabel,
  street: needed(300),
  city: needed(80),
  state: v.nullish(line(80), ''),
  postalCode: v.nullish(v.pipe(v.string(), v.trim(), v.regex(/^([1-9]\d{5})?$/)), ''),
  latitude: optionalField(Latitude),
  longitude: optionalField(Longitude),
})
export type ChangedAddress = v.InferOutput<typeof ChangedAddress>

export const AddressesReply = reply({ address: v.array(Address) })
export const AddressReply = reply({ address: Address })
export const AddressDeletedReply = reply({ message: v.string() })

/** An address on one line: uppercase label, street, city, state, postal code. */
export function addressText(address: Omit<Address, '_id' | 'latitude' | 'longitude'>): string {
  const { label, street, city, state, postalCode } = address
  return [label.toUpperCase(), street, city, state, postalCode].filter(Boolean).join(', ')
}
