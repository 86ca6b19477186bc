import { atom } from 'jotai'

import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import type { Wishlist } from './keptWishlist.ts'
import type { HeartChange, KeptChanges } from './keptChanges.ts'
import { withoutProduct, withProduct } from './wishlistLines.ts'

const schema = async () => (await import('./keptChanges.ts')).KeptChanges
const keptAtom = persistedAtom<KeptChanges>('wishlist-changes', schema, { changes: [] })

/** What the user tapped and the store has not answered yet, oldest first. It outlives the page. */
export const heartChangesAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(keptAtom)),
  (get, set, change: (changes: HeartChange[]) => HeartChange[]) => {
    const ownerId = get(userIdAtom)
    if (!ownerId) return
    return set(keptAtom, (kept) => ({ ownerId, changes: change(ownedBy(ownerId, kept)) }))
  },
)

/** Until then nobody knows whether something waits. */
export const { isReadAtom: areHeartChangesReadAtom } = keptAtom

const none: HeartChange[] = []

function ownedBy(userId: string | undefined, { ownerId, changes }: KeptChanges): HeartChange[] {
  return userId !== undefined && ownerId === userId ? changes : none
}

/** The wishlist as it will be once they have all been sent. */
export const withChanges = (wishlist: Wishlist, changes: HeartChange[]): Wishlist =>
  changes.reduce(
    (before, { isKept, product }) =>
      isKept ? withProduct(before, product) : withoutProduct(before, product._id),
    wishlist,
  )
