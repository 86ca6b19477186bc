import { eq } from 'drizzle-orm'

import type { Cart, PurchaseType } from '#contract/cart.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import { tryAndBuyObstacle } from '#contract/tryAndBuy.ts'
import {
  type CartLineWithProduct,
  type CartRow,
  readCartLines,
  readCart,
} from '#server/commerce/carts.ts'
import { readAddress } from '#server/commerce/customers.ts'
import type { Warehouse, WarehouseFor } from '#server/commerce/delivery.ts'
import { trialUnavailable } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** A cart whose row is locked until the transaction ends. */
export type LockedCart = CustomerContext & { cart: CartRow; lines: CartLineWithProduct[] }

/** A message to the shopper about the result of a change, if there is one. */
export type CartMessage = string | undefined

/** Changes a cart in one transaction and returns the whole cart afterwards. */
export function changeCart(
  customer: CustomerContext,
  change: (lockedCart: LockedCart) => Promise<CartMessage>,
): Promise<{ msg?: string; result: Cart }> {
  return inTransaction(customer.db, async (db) => {
    const changeMessage = await change(await lockCart({ ...customer, db }))
    const resetMessage = await fallBackToStandard({ ...customer, db })
    const msg = resetMessage ?? changeMessage
    return { ...(msg ? { msg } : {}), result: await readCart(db, customer.userId) }
  })
}

async function lockCart({ db, userId }: CustomerContext): Promise<LockedCart> {
  const [cart] = await db
    .insert(carts)
    .values({ userId, updatedAt: clock.now() })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { updatedAt: clock.now() },
    })
    .returning()
  return { db, userId, cart: cart as CartRow, lines: await readCartLines(db, userId) }
}

export function requireLine({ lines }: LockedCart, itemId: string): CartLineWithProduct {
  const line = lines.find(({ id }) => id === itemId)
  if (!line) throw new StoreError('not_found', 'This item isn’t in your bag')
  return line
}

/**
 * Sets the delivery option of the whole cart. Try & Buy must be available for every line and at the
 * chosen address.
 */
export async function choosePurchaseType(
  lockedCart: LockedCart,
  purchaseType: PurchaseType,
  warehouseFor: WarehouseFor,
): Promise<CartMessage> {
  if (purchaseType === 'Try and Buy') {
    await requireTrialAvailable(lockedCart)
    await requireTrialAtAddress(lockedCart, warehouseFor)
  }
  await setPurchaseType(lockedCart, purchaseType)
  return undefined
}

/**
 * Requires that all items can be tried. If a brand does not offer trials, the error is about the
 * whole cart; otherwise it names the product.
 */
export async function requireTrialAvailable({ db, userId }: Pick<LockedCart, 'db' | 'userId'>) {
  const lines = await readCartLines(db, userId)
  if (lines.some(({ product }) => !product.brand.is_try_and_buy_visible)) {
    throw new StoreError(
      'not_allowed_now',
      'Try and Buy is not available for some items in your cart',
    )
  }
  const obstacle = lines.map(trialObstacle).find(Boolean)
  if (obstacle) throw new StoreError('not_allowed_now', obstacle)
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

/**
 * Runs after each change. In a Try & Buy cart every line needs a trial size; if one has none, the
 * whole cart changes to Standard, and the shopper gets a message. An empty cart is Standard.
 */
async function fallBackToStandard({ db, userId }: CustomerContext): Promise<CartMessage> {
  const [cart] = await db.select().from(carts).where(eq(carts.userId, userId))
  if (cart?.purchaseType !== 'Try and Buy') return undefined

  const lines = await readCartLines(db, userId)
  const obstacle = lines.map(trialObstacle).find(Boolean)
  if (lines.length === 0 || obstacle) {
    await setPurchaseType({ db, userId }, 'Standard')
    return obstacle && `${obstacle}. Your bag has been changed to Standard delivery.`
  }
  for (const line of lines) await chooseTrialSize(db, line)
  return undefined
}

const trialObstacle = ({ product, size }: CartLineWithProduct) => tryAndBuyObstacle(product, size)

/** Keeps the chosen trial size if it is still allowed, otherwise chooses the first one that is. */
async function chooseTrialSize(
  db: Database,
  { id, product, size, trialSize }: CartLineWithProduct,
) {
  const allowed = trialSizesOf(product, size)
  if (trialSize && allowed.includes(trialSize)) return
  await db
    .update(cartLines)
    .set({ trialSize: allowed[0] ?? null })
    .where(eq(cartLines.id, id))
}

/**
 * Changing to Standard clears the trial sizes, so that none is left when the cart changes back to
 * Try & Buy.
 */
async function setPurchaseType({ db, userId }: CustomerContext, purchaseType: PurchaseType) {
  await db.update(carts).set({ purchaseType }).where(eq(carts.userId, userId))
  if (purchaseType === 'Standard') {
    await db.update(cartLines).set({ trialSize: null }).where(eq(cartLines.userId, userId))
  }
}
