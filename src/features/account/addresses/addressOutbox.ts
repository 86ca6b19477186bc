import { getDefaultStore } from 'jotai'

import type { Address, NewAddress } from '#contract/account/account.ts'
import { streetLine } from '#contract/delivery/streetLine.ts'
import { type Change, type ChangeOf, isChangeOf } from '#platform/outbox/changes.ts'
import type { Handler } from '#platform/outbox/outbox.ts'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { addAddress, deleteAddress, readAddresses, updateAddress } from './addressesApi.ts'
import { changeSavedAddresses, saveAddresses, saveAddressId } from './addressesAtom.ts'

const store = getDefaultStore()

const refusals: Record<ChangeOf<'address'>['type'], string> = {
  'address.add': 'Address could not be added!',
  'address.update': 'Address could not be updated!',
  'address.remove': 'Failed to delete address!',
}

/** The addresses with a change that waits in the outbox. */
function withPendingChange(addresses: Address[], change: Change): Address[] {
  if (!isChangeOf('address', change)) return addresses
  switch (change.type) {
    case 'address.add':
      return [toAddress(change.addressId, change.address), ...addresses]
    case 'address.update': {
      const changed = toAddress(change.addressId, change.address)
      // The other addresses are unknown if they were never read on this device.
      if (!addresses.some(({ _id }) => _id === changed._id)) return [changed, ...addresses]
      return addresses.map((address) => (address._id === changed._id ? changed : address))
    }
    case 'address.remove':
      return addresses.filter(({ _id }) => _id !== change.addressId)
  }
}

const toAddress = (
  _id: string,
  { house = '', latitude = '', longitude = '', ...address }: NewAddress,
): Address => ({
  _id,
  ...address,
  house,
  street: streetLine({ house, street: address.street }),
  latitude,
  longitude,
})

/** Whether this tab has just shown the server's response. */
let isResponseShown = false

/** Shows the server's response. */
function show(edit: (addresses: Address[]) => Address[]): void {
  changeSavedAddresses(edit)
  isResponseShown = true
}

async function refresh(): Promise<void> {
  const addresses = await readUntilSettled(readAddresses)
  if (addresses) saveAddresses(addresses)
}

/** Reads the addresses again once another tab has sent a change, whose response it has. */
function followOtherTabs(): void {
  const countPending = () =>
    store.get(entriesAtom).filter(({ change }) => isChangeOf('address', change)).length
  let pendingCount = countPending()
  store.sub(entriesAtom, () => {
    const before = pendingCount
    pendingCount = countPending()
    const userId = store.get(userIdAtom)
    if (pendingCount >= before || userId === undefined) return
    isResponseShown = false
    // In this tab the response is shown right after the entry has left.
    queueMicrotask(() => {
      if (!isResponseShown) refresh().catch(() => undefined)
    })
  })
}

export const addressHandler: Handler<'address', Address[]> = {
  applyChange: withPendingChange,
  async send(change, { ownerId: _, ...options }) {
    switch (change.type) {
      case 'address.add': {
        const added = await addAddress(change.address, options)
        return {
          id: added._id,
          show() {
            show((before) => [added, ...before.filter(({ _id }) => _id !== added._id)])
            saveAddressId(change.addressId, added._id)
          },
        }
      }
      case 'address.update': {
        const { addressId, address } = change
        const changed = await updateAddress({ ...address, addressId }, options)
        const isChanged = ({ _id }: Address) => _id === addressId
        return {
          show: () => show((before) => before.map((old) => (isChanged(old) ? changed : old))),
        }
      }
      case 'address.remove': {
        await deleteAddress(change.addressId, options)
        return { show: () => show((before) => withPendingChange(before, change)) }
      }
    }
  },
  refusal: ({ type }) => refusals[type],
  refresh,
  onStart: followOtherTabs,
}
