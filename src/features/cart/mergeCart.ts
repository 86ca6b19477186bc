import { getDefaultStore } from 'jotai'

import type { SignedIn } from '#contract/auth.ts'
import type { Cart } from '#contract/cart.ts'
import { ApiError } from '#platform/apiError.ts'
import { addToCart } from './cartApi.ts'
import { cartAtom, handOverCartAtom } from './cartAtom.ts'

/**
 * Puts what a visitor has in the bag into the account of who signs in; the token is stored already.
 * Gives the names of the products that could not be kept.
 */
export async function mergeCart({ user }: SignedIn): Promise<string[]> {
  const store = getDefaultStore()
  const { products } = store.get(cartAtom)
  const lost: string[] = []
  let merged: Cart | undefined
  for (const { productId: product, size, quantity } of products) {
    try {
      const line = { productId: product._id, size, quantity }
      merged = (await addToCart(user._id, line)).result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      lost.push(`${product.brand.name} ${product.name}, size ${size}`)
    }
  }
  // Not waited for: whoever waits would see an empty bag until the user is known.
  if (merged) void store.set(handOverCartAtom, { ownerId: user._id, cart: merged })
  return lost
}
