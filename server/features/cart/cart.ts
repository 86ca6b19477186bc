import { eq } from 'drizzle-orm'

import type { AddToCart, Cart, CartLine, LineChange, PurchaseType } from '#contract/cart/cart.ts'
import { addItem, changeItem, chooseDelivery, type LinesChange } from '#contract/cart/cartLines.ts'
import { noticeText, refusalOf } from '#contract/cart/cartTexts.ts'
import {
  type AddItemToCart,
  type CartRow,
  cartLineOf,
  readCart,
  readCartLines,
} from '#server/commerce/carts.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import { readAddress } from '#server/commerce/customers.ts'
import type { Warehouse, WarehouseFor } from '#server/commerce/delivery/delivery.ts'
import { productNotFound, trialUnavailable } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** A cart whose row is locked until the transaction ends. */
export type LockedCart = CustomerContext & { cart: CartRow; lines: CartLine[] }

/** The cart after a change, and a message to the shopper about it, if there is one. */
type ChangedCart = { msg?: string; result: Cart }

/**
 * Changes the lines of a cart by rules of the contract, in one transaction.
 *
 * @throws StoreError with the reason for which the rules refuse the change
 */
export function changeCart(
  customer: CustomerContext,
  warehouseFor: WarehouseFor,
  rule: (lockedCart: LockedCart) => Promise<LinesChange> | LinesChange,
): Promise<ChangedCart> {
  return inTransaction(customer.db, async (db) => {
    const lockedCart = await lockCart({ ...customer, db })
    const { lines, notice } = requireAllowed(await rule(lockedCart))
    if (isTried(lines) && !isTried(lockedCart.lines)) {
      await requireTrialAtAddress(lockedCart, warehouseFor)
    }
    await saveLines(lockedCart, lines)
    return {
      ...(notice && { msg: noticeText(notice) }),
      result: await readCart({ ...customer, db }),
    }
  })
}

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

async function lockCart(customer: CustomerContext): Promise<LockedCart> {
  const { db, userId } = customer
  const [row] = await db
    .insert(carts)
    .values({ userId, updatedAt: clock.now() })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { updatedAt: clock.now() },
    })
    .returning()
  const cart = row as CartRow
  const rows = await readCartLines(customer)
  return { ...customer, cart, lines: rows.map((line) => cartLineOf(line, cart.purchaseType)) }
}

/** @throws StoreError if a rule of the contract refuses the change */
function requireAllowed(change: LinesChange) {
  if (!change.refusal) return change
  const { code, text } = refusalOf(change.refusal)
  throw new StoreError(code, text)
}

const isTried = ([line]: CartLine[]) => line?.purchaseType === 'Try and Buy'

export function requireLine({ lines }: LockedCart, itemId: string): CartLine {
  const line = lines.find(({ _id }) => _id === itemId)
  if (!line) throw new StoreError('not_found', 'This item isn’t in your bag')
  return line
}

/** Stores what differs from the lines as they were read. An empty cart is Standard. */
async function saveLines({ db, userId, cart, lines: before }: LockedCart, lines: CartLine[]) {
  for (const { _id } of before) {
    const isLeft = lines.some((line) => line._id === _id)
    if (!isLeft) await db.delete(cartLines).where(eq(cartLines.id, _id))
  }
  for (const line of lines) await saveLine(db, { userId, line, before })
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  if (purchaseType !== cart.purchaseType) {
    await db.update(carts).set({ purchaseType }).where(eq(carts.userId, userId))
  }
}

type SavedLine = { userId: string; line: CartLine; before: CartLine[] }

async function saveLine(db: Database, { userId, line, before }: SavedLine) {
  const { _id, productId: product, size, quantity, trialSize = null, details = {} } = line
  const values = { size, quantity, trialSize, details }
  const old = before.find((other) => other._id === _id)
  if (!old) {
    const addedAt = clock.now()
    await db.insert(cartLines).values({ ...values, userId, productId: product._id, addedAt })
  } else if (old !== line) {
    await db.update(cartLines).set(values).where(eq(cartLines.id, _id))
  }
}

/**
 * Requires that the city offers trials. Without a chosen address the city is unknown, and the check
 * is skipped.
 */
async function requireTrialAtAddress({ db, userId, cart }: LockedCart, warehouseFor: WarehouseFor) {
  const address = cart.addressId ? await readAddress(db, userId, cart.addressId) : undefined
  if (!address || address.latitude === null || address.longitude === null) return
  const { latitude, longitude } = address
  requireTrialInCity(await warehouseFor(db, { latitude, longitude }))
}

export function requireTrialInCity(warehouse: Warehouse | undefined) {
  if (warehouse?.hasTryAndBuy) return
  throw trialUnavailable()
}
