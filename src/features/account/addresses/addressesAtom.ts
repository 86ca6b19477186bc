import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import type { Address } from '#contract/account.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { createSessionGuard } from '#platform/storage/deviceStorage.ts'
import { userIdAtom } from '#platform/session/session.ts'

type ReadAddresses = { ownerId: string; isSameSession: () => boolean; addresses: Address[] }

/**
 * The addresses from the server. In memory only: a device stores only addresses that wait to be
 * sent, and the one chosen for delivery.
 */
const readAtom = atom<ReadAddresses | undefined>(undefined)

/** Set by `addressOutbox.ts`. */
export const addressOverlayAtom = overlayAtom<Address[]>()

/** The saved addresses, newest first; undefined until they were read for this customer. */
export const savedAddressesAtom = atom(
  (get) => {
    const userId = get(userIdAtom)
    const read = get(readAtom)
    return read?.ownerId === userId && read?.isSameSession() ? read.addresses : undefined
  },
  (get, set, addresses: Address[]) => {
    const ownerId = get(userIdAtom)
    if (ownerId) set(readAtom, { ownerId, isSameSession: createSessionGuard(), addresses })
  },
)

const none: Address[] = []

/** The saved addresses with changes that wait; before the first read only those. */
export const addressesAtom = atom((get) => {
  const saved = get(savedAddressesAtom) ?? none
  return get(addressOverlayAtom)?.apply(get, saved) ?? saved
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
