import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import type { Address } from '#contract/account.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { untilCleared } from '#platform/storage/deviceStorage.ts'
import { userIdAtom } from '#platform/session/session.ts'

type ReadAddresses = { ownerId: string; isTheirs: () => boolean; addresses: Address[] }

/**
 * What the server said last. In memory only: of a customer's addresses a device stores those that
 * wait to be sent, and the one that was chosen for delivery.
 */
const readAtom = atom<ReadAddresses | undefined>(undefined)

/** Set by `addressOutbox.ts`. */
export const addressOverlayAtom = overlayAtom<Address[]>()

/** What the server has, the newest first; undefined until it was read for who is logged in. */
export const savedAddressesAtom = atom(
  (get) => {
    const userId = get(userIdAtom)
    const read = get(readAtom)
    return read?.ownerId === userId && read?.isTheirs() ? read.addresses : undefined
  },
  (get, set, addresses: Address[]) => {
    const ownerId = get(userIdAtom)
    if (ownerId) set(readAtom, { ownerId, isTheirs: untilCleared(), addresses })
  },
)

const none: Address[] = []

/** The same with what waits to be sent; before the first read only that. */
export const addressesAtom = atom((get) => {
  const saved = get(savedAddressesAtom) ?? none
  return get(addressOverlayAtom)?.apply(get, saved) ?? saved
})

/** The server's ids by the provisional ones, for whoever chose an address before the server knew it. */
const idsAtom = persistedAtom('addressIds', v.record(v.string(), v.string()), {})

export function rememberId(provisional: string, id: string): void {
  void getDefaultStore().set(idsAtom, (ids) => ({ ...ids, [provisional]: id }))
}

/** Gives the id that an address has by now; whoever uses it also reads what an earlier visit stored. */
export const currentAddressIdAtom = atom((get) => {
  const ids = get(idsAtom)
  return (id: string): string => ids[id] ?? id
})

export const currentAddressId = (id: string) => getDefaultStore().get(currentAddressIdAtom)(id)
