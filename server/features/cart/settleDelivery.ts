import { eq } from 'drizzle-orm'

import type { PurchaseType } from '#contract/purchaseType.ts'
import { trialSizesOf } from '#contract/trialSizes.ts'
import { cartLines, carts } from '#server/database/cartTables.ts'
import type { Database } from '#server/database/connect.ts'
import { type BagLine, readBagLines } from '#server/database/readCart.ts'
import type { UserStore } from '#server/platform/answers.ts'
import type { Said } from './changeCart.ts'

/**
 * After a change: in a bag for Try and Buy every line has a trial size, or else the whole bag is
 * delivered as Standard, and that is said. An empty bag is Standard.
 */
export async function settleDelivery({ db, userId }: UserStore): Promise<Said> {
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
export function obstacleOf({ product, size }: BagLine): string | undefined {
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
export async function setDelivery({ db, userId }: UserStore, purchaseType: PurchaseType) {
  await db.update(carts).set({ purchaseType }).where(eq(carts.userId, userId))
  if (purchaseType === 'Standard') {
    await db.update(cartLines).set({ trialSize: null }).where(eq(cartLines.userId, userId))
  }
}
