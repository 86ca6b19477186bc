import type { UserStore } from '#server/platform/answers.ts'
import type { WarehouseFor } from '#server/platform/deliverTo.ts'
import { addToCart } from './addToCart.ts'
import { changeCart } from './changeCart.ts'

type Pieces = { productId: string; size: string; quantity?: number }

/** Pieces into the bag, one unless told otherwise, for whoever else of the store has it to give. */
export const putIntoCart =
  (warehouseFor: WarehouseFor) =>
  (store: UserStore, { productId, size, quantity = 1 }: Pieces) =>
    changeCart(store, (held) =>
      addToCart(held, { userId: store.userId, productId, size, quantity, warehouseFor }),
    )
