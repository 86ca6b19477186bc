import { and, eq } from 'drizzle-orm'

import type { AddToCart } from '#contract/cart.ts'
import { rules } from '#contract/rules.ts'
import { cartLines } from '#server/database/cartTables.ts'
import { readProducts } from '#server/database/readProducts.ts'
import { clock } from '#server/platform/clock.ts'
import type { WarehouseFor } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import type { Held, Said } from './changeCart.ts'
import { chooseDelivery } from './chooseDelivery.ts'
import { fewerWords, mostOf } from './piecesOf.ts'

type Wanted = AddToCart & { warehouseFor: WarehouseFor }

/**
 * Puts pieces into the bag; what is in it already in the same size adds up. Of more than there are,
 * the bag takes what it can and says so. A bag has one delivery option: the first item brings it.
 */
export async function addToCart(held: Held, wanted: Wanted): Promise<Said> {
  const { productId, size, quantity, purchaseType, warehouseFor } = wanted
  const product = (await readProducts(held.db, [productId])).get(productId)
  if (!product) throw new StoreError('not_found', 'This product is not in the store')
  const most = mostOf(product, size)

  const line = held.lines.find((one) => one.productId === productId && one.size === size)
  if (!line && held.lines.length >= rules.cart.maxLines) {
    throw new StoreError('not_allowed_now', 'Your bag is full. Please order or remove something.')
  }
  const sought = (line?.quantity ?? 0) + quantity
  await setQuantity(held, { productId, size, quantity: Math.min(sought, most) })
  if (held.lines.length === 0) {
    await chooseDelivery(held, purchaseType ?? 'Standard', warehouseFor)
  }
  return sought > most ? fewerWords(most, size) : undefined
}

type Pieces = { productId: string; size: string; quantity: number }

async function setQuantity({ db, userId, lines }: Held, { productId, size, quantity }: Pieces) {
  if (!lines.some((line) => line.productId === productId && line.size === size)) {
    await db.insert(cartLines).values({ userId, productId, size, quantity, addedAt: clock.now() })
    return
  }
  await db
    .update(cartLines)
    .set({ quantity })
    .where(
      and(
        eq(cartLines.userId, userId),
        eq(cartLines.productId, productId),
        eq(cartLines.size, size),
      ),
    )
}
