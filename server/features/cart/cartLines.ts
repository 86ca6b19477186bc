import { and, eq } from 'drizzle-orm'

import type { AddToCart, LineChange } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { rules } from '#contract/rules.ts'
import { adjacentSizes } from '#contract/catalogue/stock.ts'
import type { BagLine } from '#server/commerce/carts.ts'
import type { WarehouseFor } from '#server/commerce/delivery.ts'
import { readProducts } from '#server/commerce/products.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  changeCart,
  chooseDelivery,
  type LockedCart,
  requireLine,
  type CartNotice,
} from './cart.ts'

type Wanted = AddToCart & { warehouseFor: WarehouseFor }

/**
 * Puts pieces into the bag; what is in it already in the same size adds up. Of more than there are,
 * the bag takes what it can and says so. A bag has one delivery option: the first item brings it.
 */
export async function addToCart(held: LockedCart, wanted: Wanted): Promise<CartNotice> {
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

async function setQuantity(
  { db, userId, lines }: LockedCart,
  { productId, size, quantity }: Pieces,
) {
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

type CartPieces = { productId: string; size: string; quantity?: number }

/** CartPieces into the bag, one unless told otherwise, for whoever else of the store has it to give. */
export const restoreToCart =
  (warehouseFor: WarehouseFor) =>
  (store: CustomerStore, { productId, size, quantity = 1 }: CartPieces) =>
    changeCart(store, (held) =>
      addToCart(held, { userId: store.userId, productId, size, quantity, warehouseFor }),
    )

/** Size, quantity or trial size of a line; what is left out stays. Becoming like another line joins it. */
export async function updateLine(
  held: LockedCart,
  itemId: string,
  change: LineChange,
): Promise<CartNotice> {
  const line = requireLine(held, itemId)
  const size = change.size ?? line.size
  const twin = held.lines.find(
    (other) => other.id !== itemId && other.productId === line.productId && other.size === size,
  )
  const most = mostOf(line.product, size)
  if (change.quantity !== undefined && change.quantity > most) {
    throw new StoreError('out_of_stock', fewerWords(most, size))
  }
  const sought = (change.quantity ?? line.quantity) + (twin?.quantity ?? 0)
  const trialSize = trialSizeOf(line, size, change.trialSize)

  if (twin) await held.db.delete(cartLines).where(eq(cartLines.id, twin.id))
  await held.db
    .update(cartLines)
    .set({ size, quantity: Math.min(sought, most), trialSize })
    .where(eq(cartLines.id, itemId))
  return sought > most ? fewerWords(most, size) : undefined
}

/** A trial size that was chosen before is looked at when the delivery is settled. */
function trialSizeOf(line: BagLine, size: string, wanted: string | undefined): string | null {
  if (wanted === undefined) return line.trialSize
  if (!adjacentSizes(line.product.size, size).includes(wanted)) {
    throw new StoreError('invalid', `Please choose a trial size beside ${size}`)
  }
  mostOf(line.product, wanted)
  return wanted
}

const { maxQuantity } = rules.cart

/** How many pieces of a size one bag may hold. A size that is not made or is sold out is refused. */
function mostOf({ name, size: sizes, stock }: Product, size: string): number {
  if (!sizes.includes(size)) throw new StoreError('invalid', `${name} is not made in size ${size}`)
  const left = stock[size] ?? 0
  if (left === 0) throw new StoreError('out_of_stock', `Size ${size} is sold out`)
  return Math.min(left, maxQuantity)
}

/** Why a bag holds fewer pieces than were asked for. */
function fewerWords(most: number, size: string): string {
  return most === maxQuantity
    ? `You can buy ${maxQuantity} pieces of one size at most`
    : `Only ${most} left in size ${size}`
}
