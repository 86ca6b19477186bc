import type { ScopedMutator } from 'swr'

import type { Product } from '#contract/product.ts'
import { ApiError } from '#platform/apiError.ts'
import { mostOf, withAdded } from './cartLines.ts'
import { cartApi, changeCart } from './cartChanges.ts'

/** Puts one piece into the bag. Adds up where the same product is there in the same size. */
export async function addToBag(mutate: ScopedMutator, product: Product, size: string) {
  refuseSoldOut(product, size)
  const quantity = 1
  const line = { productId: product._id, size, quantity, purchaseType: 'Standard' as const }
  await changeCart(
    mutate,
    (shown) => withAdded(shown, { product, size, quantity }),
    async (userId) => (await cartApi()).addToCart(userId, line),
  )
}

function refuseSoldOut(product: Product, size: string): void {
  if (mostOf(product, size) > 0) return
  const msg = `Size ${size} is sold out`
  throw new ApiError('out_of_stock', new Error(msg), { success: false, code: 'out_of_stock', msg })
}
