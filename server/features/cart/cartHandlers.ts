import { eq } from 'drizzle-orm'

import type { Proceed } from '#contract/cart.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { cartLineOf, readCart } from '#server/commerce/carts.ts'
import { cashRefusal } from '#server/commerce/cashOnDelivery.ts'
import { computeDiscount, readCoupon } from '#server/commerce/coupons.ts'
import { readAddress } from '#server/commerce/customers.ts'
import { resolveDeliveryAddress, type WarehouseFor } from '#server/commerce/delivery.ts'
import { cartLines, carts } from '#server/database/schema/carts.ts'
import { wishlistLines } from '#server/database/schema/wishlist.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  changeCart,
  chooseDelivery,
  type LockedCart,
  refuseCity,
  refuseTrial,
  requireLine,
  type CartNotice,
} from './cart.ts'
import { addToCart, updateLine } from './cartLines.ts'

type CartDeps = { warehouseFor: WarehouseFor; hasRateLimits: boolean }

/** The bag of a signed-in user. */
export function cartHandlers({ warehouseFor, hasRateLimits }: CartDeps): Handlers {
  return {
    readCart: async ({ store, query: { addressId } }) => {
      const result = await readCart(store.db, store.userId)
      const why = addressId && hasRateLimits ? await whyNoCash(store, addressId) : undefined
      return ok({ result, ...(why ? { cashRefusal: `${why}.` } : {}) })
    },

    addToCart: async ({ store, body }) =>
      ok(await changeCart(store, (held) => addToCart(held, { ...body, warehouseFor }))),

    updateCart: async ({ store, body }) => {
      const change = async (held: LockedCart) => {
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
async function whyNoCash(store: CustomerStore, addressId: string): Promise<string | undefined> {
  const address = await readAddress(store.db, store.userId, addressId)
  if (!address) throw new StoreError('not_found', 'This address is not saved')
  return cashRefusal(store, address)
}

async function removeLine(held: LockedCart, itemId: string) {
  const { id } = requireLine(held, itemId)
  await held.db.delete(cartLines).where(eq(cartLines.id, id))
  return undefined
}

async function moveToWishlist(held: LockedCart, itemId: string) {
  const { productId, size } = requireLine(held, itemId)
  await held.db
    .insert(wishlistLines)
    .values({ userId: held.userId, productId, size, addedAt: clock.now() })
    .onConflictDoNothing()
  return removeLine(held, itemId)
}

type Choices = Proceed & { warehouseFor: WarehouseFor }

/** Keeps what was chosen before paying: where to, for whom, with which coupon. What is left out goes. */
async function proceed(held: LockedCart, choices: Choices): Promise<CartNotice> {
  const { addressId, receiver, warehouseFor } = choices
  const { warehouse } = await resolveDeliveryAddress(held, addressId, warehouseFor)
  if (held.cart.purchaseType === 'Try and Buy') {
    refuseCity(warehouse)
    await refuseTrial(held)
  }
  const couponId = await couponIdOf(held, choices.couponId)
  await held.db
    .update(carts)
    .set({
      addressId,
      couponId,
      receiverName: receiver?.name ?? null,
      receiverContactNumber: receiver?.contactNumber ?? null,
    })
    .where(eq(carts.userId, held.userId))
  return undefined
}

async function couponIdOf(held: LockedCart, id: string | undefined): Promise<string | null> {
  if (!id) return null
  const coupon = await readCoupon(held.db, id)
  const { purchaseType } = held.cart
  const lines = held.lines.map((line) => cartLineOf(line, purchaseType))
  const use = { userId: held.userId, goods: goodsTotal(lines), purchaseType }
  await computeDiscount(held.db, coupon, use)
  return coupon.id
}
