import {
  type Address,
  AddressDeletedReply,
  AddressesReply,
  AddressReply,
  type ChangedAddress,
  type NewAddress,
} from '#contract/account.ts'
import { calls } from '#contract/api/calls.ts'
import { request, send } from '#platform/api/http.ts'
import type { Sending } from '#platform/outbox/outbox.ts'

export async function readAddresses(): Promise<Address[]> {
  const { address } = await send(AddressesReply, request(calls.readAddresses))
  return address
}

type SendOptions = Omit<Sending, 'ownerId'>

export async function addAddress(json: NewAddress, options: SendOptions): Promise<Address> {
  const { address } = await send(AddressReply, request(calls.addAddress, { json, ...options }))
  return address
}

export async function updateAddress(json: ChangedAddress, options: SendOptions): Promise<Address> {
  const { address } = await send(AddressReply, request(calls.updateAddress, { json, ...options }))
  return address
}

export async function deleteAddress(id: string, options: SendOptions): Promise<void> {
  await send(AddressDeletedReply, request(calls.deleteAddress, { params: { id }, ...options }))
}
