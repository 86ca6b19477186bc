import { getDefaultStore } from 'jotai'

import type { Address, NewAddress } from '#contract/address.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { defineHandler, submit } from '#platform/outbox/outbox.ts'
import { readSettled, showChanges } from '#platform/outbox/outboxAtom.ts'
import { tellServerMessageOr } from '#platform/tell.ts'
import { addAddress, deleteAddress, readAddresses, updateAddress } from './accountApi.ts'
import { addressesAtom, addressOverlayAtom, rememberId } from './addressesAtom.ts'

export { submit }

const store = getDefaultStore()

const refusals: Partial<Record<Change['type'], string>> = {
  'address.add': 'Address could not be added!',
  'address.update': 'Address could not be updated!',
  'address.remove': 'Failed to delete address!',
}

function afterChange(addresses: Address[], change: Change): Address[] {
  switch (change.type) {
    case 'address.add':
      return [asSaved(change.addressId, change.address), ...addresses]
    case 'address.update':
      return addresses.map((address) =>
        address._id === change.addressId ? asSaved(address._id, change.address) : address,
      )
    case 'address.remove':
      return addresses.filter(({ _id }) => _id !== change.addressId)
    default:
      return addresses
  }
}

const asSaved = (
  _id: string,
  { latitude = '', longitude = '', ...address }: NewAddress,
): Address => ({
  _id,
  ...address,
  latitude,
  longitude,
})

showChanges(addressOverlayAtom, afterChange)

defineHandler('address', {
  async send(change, { ownerId: _, ...once }) {
    const save = (edit: (addresses: Address[]) => Address[]) => void store.set(addressesAtom, edit)
    switch (change.type) {
      case 'address.add': {
        const added = await addAddress(change.address, once)
        const show = () => {
          save((before) => [added, ...before.filter(({ _id }) => _id !== added._id)])
          rememberId(change.addressId, added._id)
        }
        return { id: added._id, show }
      }
      case 'address.update': {
        const { addressId, address } = change
        const changed = await updateAddress({ ...address, addressId }, once)
        return {
          show: () =>
            save((before) => before.map((one) => (one._id === addressId ? changed : one))),
        }
      }
      case 'address.remove': {
        await deleteAddress(change.addressId, once)
        return { show: () => save((before) => afterChange(before, change)) }
      }
      default:
        return {}
    }
  },
  notifyRefused: ({ type }, error) => tellServerMessageOr(refusals[type] ?? '')(error),
  async refresh() {
    const addresses = await readSettled(readAddresses)
    if (addresses) void store.set(addressesAtom, () => addresses)
  },
})
