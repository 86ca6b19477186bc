import { eq } from 'drizzle-orm'

import { cartLines } from '#server/database/cartTables.ts'
import { readAddress } from '#server/database/readAddress.ts'
import { readCart } from '#server/database/readCart.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import { type Answers, ok, type UserStore } from '#server/platform/answers.ts'
import { cashRefusal } from '#server/platform/cashRefusal.ts'
import { clock } from '#server/platform/clock.ts'
import type { WarehouseFor } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { addToCart } from './addToCart.ts'
import { changeCart, type Held, requireLine } from './changeCart.ts'
import { chooseDelivery } from './chooseDelivery.ts'
import { proceed } from './proceed.ts'
import { updateLine } from './updateLine.ts'

type CartOutside = { warehouseFor: WarehouseFor; hasRateLimits: boolean }

/** The bag of a signed-in user. */
export function cartAnswers({ warehouseFor, hasRateLimits }: CartOutside): Answers {
  return {
    readCart: async ({ store, query: { addressId } }) => {
      const result = await readCart(store.db, store.userId)
      const why = addressId && hasRateLimits ? await whyNoCash(store, addressId) : undefined
      return ok({ result, ...(why ? { cashRefusal: `${why}.` } : {}) })
    },

    addToCart: async ({ store, body }) =>
      ok(await changeCart(store, (held) => addToCart(held, { ...body, warehouseFor }))),

    updateCart: async ({ store, body }) => {
      const change = async (held: Held) => {
        if ('addressId' in body) return proceed(held, { ...body, warehouseFor })
        const { itemId, purchaseType, size, quantity, trialSize } = body
        requireLine(held, itemId)
        if (purchaseType && purchaseType !== held.cart.purchaseType) {
          await chooseDelivery(held, purchaseType, warehouseFor)
        }
        if (size === undefined && quantity === undefined && trialSize === undefined) return
        return updateLine(held, itemId, { size, quantity, trialSize })
      }
      return ok({ status: 200 as const, ...(await changeCart(store, change)) })
    },

    removeLine: async ({ store, body }) =>
      ok(await changeCart(store, (held) => removeLine(held, body.productItemId))),

    moveToWishlist: async ({ store, body }) => {
      await changeCart(store, (held) => moveToWishlist(held, body.cartItemId))
      return ok({})
    },
  }
}

/** As it is at this moment; what counts is decided again when the order is made. */
async function whyNoCash(store: UserStore, addressId: string): Promise<string | undefined> {
  const address = await readAddress(store.db, store.userId, addressId)
  if (!address) throw new StoreError('not_found', 'This address is not saved')
  return cashRefusal(store, address)
}

async function removeLine(held: Held, itemId: string) {
  const { id } = requireLine(held, itemId)
  await held.db.delete(cartLines).where(eq(cartLines.id, id))
  return undefined
}

async function moveToWishlist(held: Held, itemId: string) {
  const { productId, size } = requireLine(held, itemId)
  await held.db
    .insert(wishlistLines)
    .values({ userId: held.userId, productId, size, addedAt: clock.now() })
    .onConflictDoNothing()
  return removeLine(held, itemId)
}
