import { atom } from 'jotai'

import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import type { KeptWishlist, Wishlist } from './keptWishlist.ts'

const emptyWishlist: Wishlist = { ids: [], lines: [] }

const schema = async () => (await import('./keptWishlist.ts')).KeptWishlist
const keptAtom = persistedAtom<KeptWishlist>('wishlist', schema, { wishlist: emptyWishlist })

/** The wishlist of who is signed in: nobody sees another one's, and a visitor has none. */
export const wishlistAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(keptAtom)),
  (get, set, change: (wishlist: Wishlist) => Wishlist) => {
    const ownerId = get(userIdAtom)
    if (!ownerId) return
    return set(keptAtom, (kept) => ({ ownerId, wishlist: change(ownedBy(ownerId, kept)) }))
  },
)

/** Until then nobody knows whether the wishlist is empty. */
export const { isReadAtom: isWishlistReadAtom } = keptAtom

function ownedBy(userId: string | undefined, { ownerId, wishlist }: KeptWishlist): Wishlist {
  return userId !== undefined && ownerId === userId ? wishlist : emptyWishlist
}
