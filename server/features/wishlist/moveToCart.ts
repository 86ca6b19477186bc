import { inTransaction } from '#server/database/inTransaction.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { takeOut } from './takeOut.ts'

type Piece = { productId: string; size: string }

/** Puts one piece into the bag, by the rules of the bag. */
export type PutIntoCart = (store: UserStore, piece: Piece) => Promise<unknown>

/** From the wishlist into the bag, all or nothing. Who sends it twice gets one piece, not two. */
export function moveToCart(store: UserStore, piece: Piece, putIntoCart: PutIntoCart) {
  return inTransaction(store.db, async (db) => {
    const held = { ...store, db }
    if (!(await takeOut(held, piece.productId))) {
      throw new StoreError('not_found', 'This product is not in your wishlist')
    }
    await putIntoCart(held, piece)
  })
}
