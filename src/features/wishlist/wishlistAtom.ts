import { atom } from 'jotai'
import * as v from 'valibot'

import { WishlistLine } from '#contract/wishlist.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'

/** `ids` fill the hearts; `lines` are those of them whose products are known here. */
const Wishlist = v.object({ ids: v.array(v.string()), lines: v.array(WishlistLine) })
export type Wishlist = v.InferOutput<typeof Wishlist>

const emptyWishlist: Wishlist = { ids: [], lines: [] }

const KeptWishlist = v.object({ ownerId: v.optional(v.string()), wishlist: Wishlist })
type KeptWishlist = v.InferOutput<typeof KeptWishlist>

const keptAtom = persistedAtom<KeptWishlist>('wishlist', KeptWishlist, { wishlist: emptyWishlist })

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
