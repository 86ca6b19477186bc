import {
  type Address,
  AddressDeletedReply,
  AddressesReply,
  AddressReply,
  type ChangedAddress,
  type NewAddress,
} from '#contract/address.ts'
import { calls } from '#contract/calls.ts'
import { request, send } from '#platform/http.ts'
import { forgetAttempts, withIdempotencyKey } from '#platform/idempotencyKey.ts'

export async function readAddresses(): Promise<Address[]> {
  const { address } = await send(AddressesReply, request(calls.readAddresses))
  return address
}

export async function addAddress(json: NewAddress): Promise<Address> {
  const { address } = await withIdempotencyKey([calls.addAddress.path, json], (idempotencyKey) =>
    send(AddressReply, request(calls.addAddress, { json, idempotencyKey })),
  )
  return address
}

export async function updateAddress(json: ChangedAddress): Promise<Address> {
  const { address } = await send(AddressReply, request(calls.updateAddress, { json }))
  return address
}

/** Gives what the store says of it. */
export async function deleteAddress(id: string): Promise<string> {
  const { message } = await send(
    AddressDeletedReply,
    request(calls.deleteAddress, { params: { id } }),
  )
  forgetAttempts(calls.addAddress.path)
  return message
}
