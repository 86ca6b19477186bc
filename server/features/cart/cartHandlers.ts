import { eq } from 'drizzle-orm'

import type { CheckoutDetails } from '#contract/cart.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { cartLineOf, readCart } from '#server/commerce/carts.ts'
import { cashRefusal, type HashAddress } from '#server/commerce/cashOnDelivery.ts'
import { computeDiscount, readCoupon } from '#server/commerce/coupons.ts'
import { readAddress } from '#server/commerce/customers.ts'
import { resolveDeliveryAddress, type WarehouseFor } from '#server/commerce/delivery.ts'
import { addressNotFound } from '#server/commerce/errors.ts'
import { cartLines, carts, wishlistLines } from '#server/database/schema/carts.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  changeCart,
  choosePurchaseType,
  type LockedCart,
  requireTrialInCity,
  requireTrialAvailable,
  requireLine,
  type CartMessage,
} from './cart.ts'
import { addToCart, updateLine } from './cartLines.ts'

type CartDeps = { warehouseFor: WarehouseFor; hashAddress: HashAddress; hasRateLimits: boolean }

/** Reads and changes the cart of a customer. */
export function cartHandlers({ warehouseFor, hashAddress, hasRateLimits }: CartDeps) {
  return {
    readCart: async ({ customer, query: { addressId } }) => {
      const result = await readCart(customer.db, customer.userId)
      const refusal =
        addressId && hasRateLimits
          ? await readCashRefusal(customer, addressId, hashAddress)
          : undefined
      return ok({ result, ...(refusal ? { cashRefusal: `${refusal}.` } : {}) })
    },

    addToCart: async ({ customer, body }) =>
      ok(
        await changeCart(customer, (lockedCart) =>
          addToCart(lockedCart, { ...body, warehouseFor }),
        ),
      ),

    updateCart: async ({ customer, body }) => {
      const change = async (lockedCart: LockedCart) => {
        if ('addressId' in body) return saveCheckoutDetails(lockedCart, { ...body, warehouseFor })
        const { itemId, purchaseType, size, quantity, trialSize } = body
        requireLine(lockedCart, itemId)
        if (purchaseType && purchaseType !== lockedCart.cart.purchaseType) {
          await choosePurchaseType(lockedCart, purchaseType, warehouseFor)
        }
        if (size === undefined && quantity === undefined && trialSize === undefined) return
        return updateLine(lockedCart, itemId, { size, quantity, trialSize })
      }
      return ok({ status: 200 as const, ...(await changeCart(customer, change)) })
    },

    removeLine: async ({ customer, body }) =>
      ok(await changeCart(customer, (lockedCart) => removeLine(lockedCart, body.productItemId))),

    moveToWishlist: async ({ customer, body }) => {
      await changeCart(customer, (lockedCart) => moveToWishlist(lockedCart, body.cartItemId))
      return ok({})
    },
  } satisfies FeatureHandlers
}

/** Shown for information; placing the order checks the limits again. */
async function readCashRefusal(
  customer: CustomerContext,
  addressId: string,
  hashAddress: HashAddress,
): Promise<string | undefined> {
  const address = await readAddress(customer.db, customer.userId, addressId)
  if (!address) throw addressNotFound()
  return cashRefusal(customer, address, hashAddress)
}

async function removeLine(lockedCart: LockedCart, itemId: string) {
  const { id } = requireLine(lockedCart, itemId)
  await lockedCart.db.delete(cartLines).where(eq(cartLines.id, id))
  return undefined
}

async function moveToWishlist(lockedCart: LockedCart, itemId: string) {
  const { productId, size } = requireLine(lockedCart, itemId)
  await lockedCart.db
    .insert(wishlistLines)
    .values({ userId: lockedCart.userId, productId, size, addedAt: clock.now() })
    .onConflictDoNothing()
  return removeLine(lockedCart, itemId)
}

/**
 * Saves what is chosen before payment: address, receiver and coupon. A field that is left out is
 * cleared.
 */
async function saveCheckoutDetails(
  lockedCart: LockedCart,
  details: CheckoutDetails & { warehouseFor: WarehouseFor },
): Promise<CartMessage> {
  const { addressId, receiver, warehouseFor } = details
  const { warehouse } = await resolveDeliveryAddress(lockedCart, addressId, warehouseFor)
  if (lockedCart.cart.purchaseType === 'Try and Buy') {
    requireTrialInCity(warehouse)
    await requireTrialAvailable(lockedCart)
  }
  const couponId = await requireApplicableCoupon(lockedCart, details.couponId)
  await lockedCart.db
    .update(carts)
    .set({
      addressId,
      couponId,
      receiverName: receiver?.name ?? null,
      receiverContactNumber: receiver?.contactNumber ?? null,
    })
    .where(eq(carts.userId, lockedCart.userId))
  return undefined
}

async function requireApplicableCoupon(
  lockedCart: LockedCart,
  id: string | undefined,
): Promise<string | null> {
  if (!id) return null
  const coupon = await readCoupon(lockedCart.db, id)
  const { purchaseType } = lockedCart.cart
  const lines = lockedCart.lines.map((line) => cartLineOf(line, purchaseType))
  const use = { userId: lockedCart.userId, goods: goodsTotal(lines), purchaseType }
  await computeDiscount(lockedCart.db, coupon, use)
  return coupon.id
}
