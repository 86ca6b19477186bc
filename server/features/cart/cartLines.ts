import { and, eq } from 'drizzle-orm'

import type { AddToCart, LineChange } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { adjacentSizes, lowerSizeText, sizeText } from '#contract/catalogue/stock.ts'
import type { AddItemToCart, CartLineWithProduct } from '#server/commerce/carts.ts'
import type { WarehouseFor } from '#server/commerce/delivery.ts'
import { productNotFound } from '#server/commerce/errors.ts'
import { readProducts } from '#server/commerce/products.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  changeCart,
  choosePurchaseType,
  type LockedCart,
  requireLine,
  type CartMessage,
} from './cart.ts'

type CartAddition = AddToCart & { warehouseFor: WarehouseFor }

/**
 * Adds items to the cart; the quantity of an existing line with the same size increases. If the
 * quantity exceeds the stock, the cart gets what is available and the shopper gets a message. The
 * first item decides the delivery option of the whole cart. A trial size that is sold out or not next
 * to the size does not keep the item out of the cart: choosing Try & Buy replaces or adds one.
 */
export async function addToCart(
  lockedCart: LockedCart,
  addition: CartAddition,
): Promise<CartMessage> {
  const { productId, size, quantity, purchaseType, trialSize, warehouseFor } = addition
  const ofProduct = lockedCart.lines.filter((line) => line.productId === productId)
  // The product of a line has the stock that the customer's own unpaid order reserves.
  const product =
    ofProduct[0]?.product ?? (await readProducts(lockedCart.db, [productId])).get(productId)
  if (!product) throw productNotFound()
  const maxAvailable = maxQuantityFor(product, size)

  const line = ofProduct.find((cartLine) => cartLine.size === size)
  if (!line && lockedCart.lines.length >= rules.cart.maxLines) {
    throw new StoreError('not_allowed_now', 'Your bag is full. Please remove an item first.')
  }
  const requestedQuantity = (line?.quantity ?? 0) + quantity
  await setQuantity(lockedCart, {
    productId,
    size,
    quantity: Math.min(requestedQuantity, maxAvailable),
  })
  if (lockedCart.lines.length === 0) {
    await choosePurchaseType(lockedCart, purchaseType ?? 'Standard', warehouseFor)
  }
  // After the delivery option, because Standard clears the trial sizes.
  const isAdjacent = trialSize && adjacentSizes(product.size, size).includes(trialSize)
  if (isAdjacent) await setTrialSize(lockedCart, { productId, size, trialSize })
  return requestedQuantity > maxAvailable ? quantityLimitText(maxAvailable, size) : undefined
}

type LineItem = { productId: string; size: string; quantity: number }

async function setQuantity(
  { db, userId, lines }: LockedCart,
  { productId, size, quantity }: LineItem,
) {
  if (!lines.some((line) => line.productId === productId && line.size === size)) {
    await db.insert(cartLines).values({ userId, productId, size, quantity, addedAt: clock.now() })
    return
  }
  await db.update(cartLines).set({ quantity }).where(isLineOf(userId, { productId, size }))
}

type TrialItem = { productId: string; size: string; trialSize: string }

async function setTrialSize({ db, userId }: LockedCart, { productId, size, trialSize }: TrialItem) {
  await db.update(cartLines).set({ trialSize }).where(isLineOf(userId, { productId, size }))
}

const isLineOf = (userId: string, { productId, size }: Pick<LineItem, 'productId' | 'size'>) =>
  and(eq(cartLines.userId, userId), eq(cartLines.productId, productId), eq(cartLines.size, size))

/** Creates the function by which other features (wishlist, order again) add an item to the cart. */
export const createAddItemToCart =
  (warehouseFor: WarehouseFor): AddItemToCart =>
  (customer, { productId, size, quantity = 1 }) =>
    changeCart(customer, (lockedCart) =>
      addToCart(lockedCart, { userId: customer.userId, productId, size, quantity, warehouseFor }),
    )

/**
 * Changes size, quantity or trial size of a line. Fields that are left out stay the same, except that
 * the quantity is limited by the stock in any case; a sold-out size is refused. If the line becomes
 * identical to another line, the two are merged.
 */
export async function updateLine(
  lockedCart: LockedCart,
  itemId: string,
  change: LineChange,
): Promise<CartMessage> {
  const line = requireLine(lockedCart, itemId)
  const size = change.size ?? line.size
  const identicalLine = lockedCart.lines.find(
    (cartLine) =>
      cartLine.id !== itemId && cartLine.productId === line.productId && cartLine.size === size,
  )
  const maxAvailable = maxQuantityFor(line.product, size)
  if (change.quantity !== undefined && change.quantity > maxAvailable) {
    throw new StoreError('out_of_stock', quantityLimitText(maxAvailable, size))
  }
  const requestedQuantity = (change.quantity ?? line.quantity) + (identicalLine?.quantity ?? 0)
  const trialSize = trialSizeOf(line, size, change.trialSize)

  if (identicalLine) await lockedCart.db.delete(cartLines).where(eq(cartLines.id, identicalLine.id))
  await lockedCart.db
    .update(cartLines)
    .set({ size, quantity: Math.min(requestedQuantity, maxAvailable), trialSize })
    .where(eq(cartLines.id, itemId))
  return requestedQuantity > maxAvailable ? quantityLimitText(maxAvailable, size) : undefined
}

/** A trial size that was chosen before stays while it is next to the size. */
function trialSizeOf(
  line: CartLineWithProduct,
  size: string,
  requestedSize: string | undefined,
): string | null {
  if (requestedSize === undefined) {
    const isAdjacent = adjacentSizes(line.product.size, size).includes(line.trialSize ?? '')
    return isAdjacent ? line.trialSize : null
  }
  if (!adjacentSizes(line.product.size, size).includes(requestedSize)) {
    throw new StoreError('invalid', `Please choose one of the trial sizes offered for size ${size}`)
  }
  maxQuantityFor(line.product, requestedSize)
  return requestedSize
}

const { maxQuantity } = rules.cart

/**
 * The maximum quantity of a size in one cart.
 *
 * @throws StoreError 'invalid' if the product does not have the size, 'out_of_stock' if it is sold
 * out
 */
function maxQuantityFor({ name, size: sizes, stock }: Product, size: string): number {
  if (!sizes.includes(size))
    throw new StoreError('invalid', `${name} isn’t available in ${lowerSizeText(size)}`)
  const available = stock[size] ?? 0
  if (available === 0) throw new StoreError('out_of_stock', `${sizeText(size)} is sold out`)
  return Math.min(available, maxQuantity)
}

/** Tells the shopper why the quantity is lower than requested. */
function quantityLimitText(maxAvailable: number, size: string): string {
  return maxAvailable === maxQuantity
    ? `You can buy up to ${maxQuantity} of each size`
    : `Only ${maxAvailable} left in ${lowerSizeText(size)}`
}
