import { getDefaultStore } from 'jotai'

import type { Product } from '#contract/catalogue/product.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { provisionalId } from '#platform/outbox/outboxAtom.ts'
import { hasStoredUser } from '#platform/session/session.ts'
import { cartAtom } from './cartAtom.ts'
import { cartOutbox, changeCart } from './cartChanges.ts'
import { isOf, mostOf } from './cartLines.ts'

/** Loads what a customer's tap needs, so that it waits for nothing. */
export async function prepareAddToBag(): Promise<void> {
  if (hasStoredUser()) await cartOutbox()
}

/**
 * Adds one item to the bag: to its line, where the bag has the product in this size.
 *
 * @throws ApiError
 */
export async function addToBag(product: Product, size: string): Promise<'sent' | 'waiting'> {
  refuseSoldOut(product, size)
  const { products } = getDefaultStore().get(cartAtom)
  const line = products.find((there) => isOf(there, product._id, size))
  return changeCart({
    type: 'cart.add',
    // A line keeps its id when its size changes: the next one in the first size is another.
    lineId: provisionalId(crypto.randomUUID()),
    product,
    size,
    quantity: 1,
    becomes: (line?.quantity ?? 0) + 1,
  })
}

function refuseSoldOut(product: Product, size: string): void {
  if (mostOf(product, size) > 0) return
  const msg = `Size ${size} is sold out`
  throw new ApiError('out_of_stock', new Error(msg), { success: false, code: 'out_of_stock', msg })
}
