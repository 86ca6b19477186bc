import { eq, sql } from 'drizzle-orm'

import type { Cart, PurchaseType } from '#contract/cart.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import { type BagLine, type CartRow, readBagLines, readCart } from '#server/commerce/carts.ts'
import { readAddress } from '#server/commerce/customers.ts'
import type { Warehouse, WarehouseFor } from '#server/commerce/delivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** A bag that nobody else can change meanwhile. */
export type LockedCart = CustomerStore & { cart: CartRow; lines: BagLine[] }

/** What a change has to say to the shopper, if anything. */
export type CartNotice = string | undefined

/** Changes a bag, all or nothing, and gives back the whole bag as it is then. */
export function changeCart(
  store: CustomerStore,
  change: (held: LockedCart) => Promise<CartNotice>,
): Promise<{ msg?: string; result: Cart }> {
  return inTransaction(store.db, async (db) => {
    const said = await change(await lockCart({ ...store, db }))
    const settled = await resetDeliveryIfImpossible({ ...store, db })
    const msg = settled ?? said
    return { ...(msg ? { msg } : {}), result: await readCart(db, store.userId) }
  })
}

async function lockCart({ db, userId }: CustomerStore): Promise<LockedCart> {
  const [cart] = await db
    .insert(carts)
    .values({ userId, version: 1, updatedAt: clock.now() })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { version: sql`${carts.version} + 1`, updatedAt: clock.now() },
    })
    .returning()
  return { db, userId, cart: cart as CartRow, lines: await readBagLines(db, userId) }
}

export function requireLine({ lines }: LockedCart, itemId: string): BagLine {
  const line = lines.find(({ id }) => id === itemId)
  if (!line) throw new StoreError('not_found', 'This item is not in your bag')
  return line
}

/** The delivery option of the whole bag. Try and Buy has to be possible for every line, and there. */
export async function chooseDelivery(
  held: LockedCart,
  purchaseType: PurchaseType,
  warehouseFor: WarehouseFor,
): Promise<CartNotice> {
  if (purchaseType === 'Try and Buy') {
    await refuseTrial(held)
    await refuseElsewhere(held, warehouseFor)
  }
  await setDelivery(held, purchaseType)
  return undefined
}

/** One that a brand rules out is refused in the words of the bag; else the product is named. */
export async function refuseTrial({ db, userId }: Pick<LockedCart, 'db' | 'userId'>) {
  const lines = await readBagLines(db, userId)
  if (lines.some(({ product }) => !product.brand.is_try_and_buy_visible)) {
    throw new StoreError(
      'not_allowed_now',
      'Try and Buy is not available for some items in your cart',
    )
  }
  const obstacle = lines.map(obstacleOf).find(Boolean)
  if (obstacle) throw new StoreError('not_allowed_now', obstacle)
}

/** As long as no address is chosen nobody knows the city, and nothing is refused for it. */
async function refuseElsewhere({ db, userId, cart }: LockedCart, warehouseFor: WarehouseFor) {
  const address = cart.addressId ? await readAddress(db, userId, cart.addressId) : undefined
  if (!address || address.latitude === null || address.longitude === null) return
  const { latitude, longitude } = address
  refuseCity(await warehouseFor(db, { latitude, longitude }))
}

export function refuseCity(warehouse: Warehouse | undefined) {
  if (warehouse?.hasTryAndBuy) return
  throw new StoreError('not_allowed_now', 'Try and Buy is not available for the chosen address')
}

/**
 * After a change: in a bag for Try and Buy every line has a trial size, or else the whole bag is
 * delivered as Standard, and that is said. An empty bag is Standard.
 */
async function resetDeliveryIfImpossible({ db, userId }: CustomerStore): Promise<CartNotice> {
  const [cart] = await db.select().from(carts).where(eq(carts.userId, userId))
  if (cart?.purchaseType !== 'Try and Buy') return undefined

  const lines = await readBagLines(db, userId)
  const obstacle = lines.map(obstacleOf).find(Boolean)
  if (lines.length === 0 || obstacle) {
    await setDelivery({ db, userId }, 'Standard')
    return obstacle && `${obstacle}. Your bag is delivered as Standard.`
  }
  for (const line of lines) await chooseTrialSize(db, line)
  return undefined
}

/** Why a line cannot be tried at the door. */
function obstacleOf({ product, size }: BagLine): string | undefined {
  if (!product.brand.is_try_and_buy_visible) {
    return `Try and Buy not available for ${product.brand.name} products`
  }
  const hasTrialSize = trialSizesOf(product, size).length > 0
  return hasTrialSize
    ? undefined
    : `Try and Buy is not available for ${product.name}: no size beside ${size} is in stock`
}

/** The chosen trial size if it may still be, else the first that may. */
async function chooseTrialSize(db: Database, { id, product, size, trialSize }: BagLine) {
  const allowed = trialSizesOf(product, size)
  if (trialSize && allowed.includes(trialSize)) return
  await db
    .update(cartLines)
    .set({ trialSize: allowed[0] ?? null })
    .where(eq(cartLines.id, id))
}

/** Trial sizes go with Standard, so that none is left when Try and Buy comes back. */
async function setDelivery({ db, userId }: CustomerStore, purchaseType: PurchaseType) {
  await db.update(carts).set({ purchaseType }).where(eq(carts.userId, userId))
  if (purchaseType === 'Standard') {
    await db.update(cartLines).set({ trialSize: null }).where(eq(cartLines.userId, userId))
  }
}
