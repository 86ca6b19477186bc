import { getDefaultStore } from 'jotai'

import type { Product } from '#contract/product.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellFailure } from '#platform/tell.ts'
import type { Wishlist } from './keptWishlist.ts'
import { addToWishlist, removeFromWishlist } from './wishlistApi.ts'
import { wishlistAtom } from './wishlistAtom.ts'
import { inTurn } from './wishlistTurns.ts'

const couldNotAdd = tellFailure('Product could not be added to wishlist!')
const couldNotRemove = tellFailure('Product could not be removed from wishlist!')

const store = getDefaultStore()
const show = (change: (wishlist: Wishlist) => Wishlist) => void store.set(wishlistAtom, change)

/** Shown at once, and taken back if the store refuses. */
export async function keepForLater(product: Product): Promise<void> {
  const userId = store.get(userIdAtom)
  if (!userId) return
  const productId = product._id
  show((before) => withProduct(before, product))
  try {
    await inTurn(() => addToWishlist({ userId, productId }))
  } catch {
    show((before) => withoutProduct(before, productId))
    await couldNotAdd()
  }
}

/** Shown at once, and put back if the store refuses. */
export async function letGo(product: Product): Promise<void> {
  const userId = store.get(userIdAtom)
  if (!userId) return
  const productId = product._id
  show((before) => withoutProduct(before, productId))
  try {
    await inTurn(() => removeFromWishlist({ userId, productId }))
  } catch {
    show((before) => withProduct(before, product))
    await couldNotRemove()
  }
}

export function withProduct({ ids, lines }: Wishlist, product: Product): Wishlist {
  if (ids.includes(product._id)) return { ids, lines }
  return { ids: [product._id, ...ids], lines: [{ productId: product }, ...lines] }
}

export function withoutProduct({ ids, lines }: Wishlist, productId: string): Wishlist {
  return {
    ids: ids.filter((id) => id !== productId),
    lines: lines.filter((line) => line.productId._id !== productId),
  }
}
