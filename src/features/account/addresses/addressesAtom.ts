import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import type { Address } from '#contract/account/account.ts'
import { withPending } from '#platform/outbox/outboxAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { SavedAddresses } from './addressesApi.ts'

const schema = async () => (await import('./addressesApi.ts')).SavedAddresses
/** The addresses from the server as last read, available offline until the customer logs out. */
const persistedAddressesAtom = persistedAtom<SavedAddresses>('addresses', schema, { addresses: [] })

/** Whether the stored addresses have been read. */
export const { isReadAtom: areAddressesReadAtom } = persistedAddressesAtom

/** The saved addresses, newest first; undefined until they were read for this customer. */
export const savedAddressesAtom = atom((get) => {
  const userId = get(userIdAtom)
  const stored = get(persistedAddressesAtom)
  return userId !== undefined && stored.ownerId === userId ? stored : undefined
})

/** Stores the addresses from the server; pending changes show on top of them. */
export function saveAddresses(addresses: Address[]): void {
  const ownerId = getDefaultStore().get(userIdAtom)
  const readAt = Date.now()
  if (ownerId) {
    void getDefaultStore().set(persistedAddressesAtom, () => ({ ownerId, addresses, readAt }))
  }
}

/** Applies a change that the server has confirmed. Before the first read there is nothing to change. */
export function changeSavedAddresses(edit: (addresses: Address[]) => Address[]): void {
  const userId = getDefaultStore().get(userIdAtom)
  void getDefaultStore().set(persistedAddressesAtom, (stored) =>
    userId !== undefined && stored.ownerId === userId
      ? { ...stored, addresses: edit(stored.addresses) }
      : stored,
  )
}

const none: Address[] = []

/** The saved addresses with changes that wait; before the first read only those. */
export const addressesAtom = atom((get) => {
  const saved = get(savedAddressesAtom)?.addresses ?? none
  return withPending(get, 'address', saved)
})

/**
 * The server's ids by provisional ids, for addresses that were chosen before the server knew them.
 */
const idsAtom = persistedAtom('addressIds', v.record(v.string(), v.string()), {})

export function saveAddressId(provisionalId: string, id: string): void {
  void getDefaultStore().set(idsAtom, (ids) => ({ ...ids, [provisionalId]: id }))
}

/** The current id of an address. Also reads the ids stored on an earlier visit. */
export const currentAddressIdAtom = atom((get) => {
  const ids = get(idsAtom)
  return (id: string): string => ids[id] ?? id
})

export const currentAddressId = (id: string) => getDefaultStore().get(currentAddressIdAtom)(id)
