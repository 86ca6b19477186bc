import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

import { Address } from '#contract/address.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'

const StoredAddresses = v.object({
  ownerId: v.optional(v.string()),
  /** The newest first; missing until they were read once. */
  addresses: v.optional(v.array(Address)),
  /** What became of provisional ids, for whoever chose an address before the server knew it. */
  ids: v.record(v.string(), v.string()),
})
type StoredAddresses = v.InferOutput<typeof StoredAddresses>

const nothing: StoredAddresses = { ids: {} }
const storedAtom = persistedAtom<StoredAddresses>('addresses', StoredAddresses, nothing)
export const { isReadAtom: areAddressesReadAtom } = storedAtom

/** Set by `addressOutbox.ts`. */
export const addressOverlayAtom = overlayAtom<Address[]>()

const unknown: Address[] = []

const ownedBy = (userId: string | undefined, stored: StoredAddresses) =>
  userId !== undefined && stored.ownerId === userId ? stored : nothing

/**
 * The saved addresses of the customer who is logged in, with what waits to be sent; undefined where
 * nobody knows them. Setting them changes what the server is known to have.
 */
export const addressesAtom = atom(
  (get) => {
    const { addresses } = ownedBy(get(userIdAtom), get(storedAtom))
    const shown = get(addressOverlayAtom)?.apply(get, addresses ?? unknown) ?? addresses
    return shown === unknown ? undefined : shown
  },
  (get, set, change: (addresses: Address[]) => Address[]) => {
    const ownerId = get(userIdAtom)
    if (!ownerId) return
    return set(storedAtom, (stored) => {
      const { addresses = [], ids } = ownedBy(ownerId, stored)
      return { ownerId, addresses: change(addresses), ids }
    })
  },
)

/** Keeps which id the server gave an address that was chosen before. */
export function rememberId(provisional: string, id: string): void {
  void getDefaultStore().set(storedAtom, (stored) => ({
    ...stored,
    ids: { ...stored.ids, [provisional]: id },
  }))
}

/** The id of an address by now. */
export const currentAddressId = (id: string): string =>
  getDefaultStore().get(storedAtom).ids[id] ?? id
