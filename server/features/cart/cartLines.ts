import type { AddToCart, LineChange, PurchaseType } from '#contract/cart/cart.ts'
import { addItem, changeItem, chooseDelivery, type LinesChange } from '#contract/cart/cartLines.ts'
import type { AddItemToCart } from '#server/commerce/carts.ts'
import type { WarehouseFor } from '#server/commerce/delivery/delivery.ts'
import { productNotFound } from '#server/commerce/errors.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import { changeCart, type LockedCart, requireLine } from './cart.ts'

/** Adds items to the cart. */
export async function addToCart(
  { db, lines, warehouseId }: LockedCart,
  { productId, ...item }: Omit<AddToCart, 'userId'>,
): Promise<LinesChange> {
  // The product of a line has the stock that the customer's own unpaid order reserves.
  const line = lines.find(({ productId: product }) => product._id === productId)
  const product =
    line?.productId ?? (await readProducts(db, [productId], warehouseId)).get(productId)
  if (!product) throw productNotFound()
  return addItem(lines, { ...item, product, lineId: '' })
}

/** Creates the function by which other features (wishlist, order again) add an item to the cart. */
export const createAddItemToCart =
  (warehouseFor: WarehouseFor): AddItemToCart =>
  (customer, { quantity = 1, ...item }) =>
    changeCart(customer, warehouseFor, (lockedCart) => addToCart(lockedCart, { ...item, quantity }))

type Update = LineChange & { itemId: string; purchaseType?: PurchaseType | undefined }

/** Changes the delivery option of the whole cart, then a line. */
export function updateLine(
  lockedCart: LockedCart,
  { itemId, purchaseType, ...change }: Update,
): LinesChange {
  requireLine(lockedCart, itemId)
  const { lines } = lockedCart
  const chosen: LinesChange = purchaseType ? chooseDelivery(lines, purchaseType) : { lines }
  const isLineChanged = Object.values(change).some((value) => value !== undefined)
  if (chosen.refusal || !isLineChanged) return chosen
  return changeItem(chosen.lines, itemId, change)
}
