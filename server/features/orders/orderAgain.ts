import type { Cart } from '#contract/cart.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { readCart } from '#server/database/readCart.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { readOrder } from './readOrders.ts'

type Pieces = { productId: string; size: string; quantity: number }
export type PutIntoCart = (store: UserStore, pieces: Pieces) => Promise<unknown>

/** Puts what an order had into the bag once more; names what is no longer to be had. */
export function orderAgain(
  store: UserStore,
  orderId: string,
  putIntoCart: PutIntoCart,
): Promise<{ cart: Cart; missing: string[] }> {
  return inTransaction(store.db, async (db) => {
    const held = { ...store, db }
    const { products } = await readOrder(held, orderId)
    const missing: string[] = []
    for (const { productId: product, size, soldSize, exchangeDetails, quantity } of products) {
      const pieces = {
        productId: product._id,
        size: exchangeDetails?.newProductSize ?? soldSize ?? size,
        quantity,
      }
      await putIntoCart(held, pieces).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
        missing.push(`${product.name}, ${pieces.size}`)
      })
    }
    return { cart: await readCart(db, store.userId), missing }
  })
}
