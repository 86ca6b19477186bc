import { atom } from 'jotai'

import type { Product } from '#contract/catalogue/product.ts'
import { withPending } from '#platform/outbox/outboxAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { SavedWishlist, Wishlist } from './wishlistApi.ts'

/** The product of a heart: complete on a card, only id and name in a row of viewed products. */
export type WishlistProduct = Product | Pick<Product, '_id' | 'name'>

const emptyWishlist: Wishlist = { ids: [], lines: [] }

const schema = async () => (await import('./wishlistApi.ts')).SavedWishlist
const persistedWishlistAtom = persistedAtom<SavedWishlist>('wishlist', schema, {
  wishlist: emptyWishlist,
})

/**
 * The wishlist of the customer, with the changes that wait to be sent; a guest has none. Setting it
 * changes the copy of the server's state.
 */
export const wishlistAtom = atom(
  (get) => withPending(get, 'wishlist', ownedBy(get(userIdAtom), get(persistedWishlistAtom))),
  (get, set, change: (wishlist: Wishlist) => Wishlist) => {
    const ownerId = get(userIdAtom)
    if (!ownerId) return
    return set(persistedWishlistAtom, (stored) => ({
      ...(stored.ownerId === ownerId && stored),
      ownerId,
      wishlist: change(ownedBy(ownerId, stored)),
    }))
  },
)

/** Stores the wishlist from the server. */
export const wishlistResponseAtom = atom(null, (get, set, wishlist: Wishlist) => {
  const ownerId = get(userIdAtom)
  const readAt = Date.now()
  if (ownerId) return set(persistedWishlistAtom, () => ({ ownerId, wishlist, readAt }))
})

/** When the customer's wishlist was last read from the server, in ms since 1970. */
export const wishlistReadAtAtom = atom((get) => {
  const { ownerId, readAt } = get(persistedWishlistAtom)
  return ownerId !== undefined && ownerId === get(userIdAtom) ? readAt : undefined
})

/** Whether the stored wishlist has been read; until then it may not be empty. */
export const { isReadAtom: isWishlistReadAtom } = persistedWishlistAtom

function ownedBy(userId: string | undefined, { ownerId, wishlist }: SavedWishlist): Wishlist {
  return userId !== undefined && ownerId === userId ? wishlist : emptyWishlist
}

export function withProduct({ ids, lines }: Wishlist, product: Product): Wishlist {
  const isThere = lines.some(({ productId }) => productId._id === product._id)
  return {
    ids: ids.includes(product._id) ? ids : [product._id, ...ids],
    lines: isThere ? lines : [{ productId: product }, ...lines],
  }
}

export function withoutProduct({ ids, lines }: Wishlist, productId: string): Wishlist {
  return {
    ids: ids.filter((id) => id !== productId),
    lines: lines.filter((line) => line.productId._id !== productId),
  }
}
