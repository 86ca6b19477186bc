import type { UserStore } from '#server/platform/answers.ts'
import type { WarehouseFor } from '#server/platform/deliverTo.ts'
import { addToCart } from './addToCart.ts'
import { changeCart } from './changeCart.ts'

type Piece = { productId: string; size: string }

/** One piece into the bag, for whoever else of the store has it to give. */
export const putIntoCart =
  (warehouseFor: WarehouseFor) =>
  (store: UserStore, { productId, size }: Piece) =>
    changeCart(store, (held) =>
      addToCart(held, { userId: store.userId, productId, size, quantity: 1, warehouseFor }),
    )
