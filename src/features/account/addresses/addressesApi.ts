import * as v from 'valibot'

import {
  Address,
  AddressDeletedResponse,
  AddressesResponse,
  AddressResponse,
  type ChangedAddress,
  type NewAddress,
} from '#contract/account/account.ts'
import { calls } from '#contract/api/calls.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import type { SendContext } from '#platform/outbox/outbox.ts'

/** The addresses as the device stores them. */
export const SavedAddresses = v.object({
  ownerId: v.optional(v.string()),
  addresses: v.array(Address),
  /** When they were read from the server, in ms since 1970. */
  readAt: v.optional(v.number()),
})
export type SavedAddresses = v.InferOutput<typeof SavedAddresses>

export async function readAddresses(): Promise<Address[]> {
  const { address } = await parseResponse(AddressesResponse, request(calls.readAddresses))
  return address
}

type SendOptions = Omit<SendContext, 'ownerId'>

export async function addAddress(json: NewAddress, options: SendOptions): Promise<Address> {
  const { address } = await parseResponse(
    AddressResponse,
    request(calls.addAddress, { json, ...options }),
  )
  return address
}

export async function updateAddress(json: ChangedAddress, options: SendOptions): Promise<Address> {
  const { address } = await parseResponse(
    AddressResponse,
    request(calls.updateAddress, { json, ...options }),
  )
  return address
}

export async function deleteAddress(id: string, options: SendOptions): Promise<void> {
  await parseResponse(
    AddressDeletedResponse,
    request(calls.deleteAddress, { params: { id }, ...options }),
  )
}
