import { atom } from 'jotai'

import type { Product } from '#contract/catalogue/product.ts'
import { overlayAtom } from '#platform/outbox/outboxAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { SavedWishlist, Wishlist } from './wishlistApi.ts'

/** What a heart knows of its product: all of it on a card, no more than this on a rail. */
export type WishlistProduct = Product | Pick<Product, '_id' | 'name'>

const emptyWishlist: Wishlist = { ids: [], lines: [] }

const schema = async () => (await import('./wishlistApi.ts')).SavedWishlist
const persistedWishlistAtom = persistedAtom<SavedWishlist>('wishlist', schema, {
  wishlist: emptyWishlist,
})

/** Set by `wishlistOutbox.ts`. */
export const wishlistOverlayAtom = overlayAtom<Wishlist>()

/**
 * The wishlist of the customer who is logged in, with what waits to be sent; a visitor has none. Setting
 * it changes what the server is known to have.
 */
export const wishlistAtom = atom(
  (get) => {
    const saved = ownedBy(get(userIdAtom), get(persistedWishlistAtom))
    return get(wishlistOverlayAtom)?.apply(get, saved) ?? saved
  },
  (get, set, change: (wishlist: Wishlist) => Wishlist) => {
    const ownerId = get(userIdAtom)
    if (!ownerId) return
    return set(persistedWishlistAtom, (kept) => ({
      ...(kept.ownerId === ownerId && kept),
      ownerId,
      wishlist: change(ownedBy(ownerId, kept)),
    }))
  },
)

/** Set with what the server says is on the wishlist. */
export const wishlistAnswerAtom = atom(null, (get, set, wishlist: Wishlist) => {
  const ownerId = get(userIdAtom)
  const readAt = Date.now()
  if (ownerId) return set(persistedWishlistAtom, () => ({ ownerId, wishlist, readAt }))
})

/** When the server last said what is on the customer's wishlist, in ms since 1970. */
export const wishlistReadAtAtom = atom((get) => {
  const { ownerId, readAt } = get(persistedWishlistAtom)
  return ownerId !== undefined && ownerId === get(userIdAtom) ? readAt : undefined
})

/** Until then nobody knows whether the wishlist is empty. */
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
