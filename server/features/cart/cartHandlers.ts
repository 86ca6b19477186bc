import { eq } from 'drizzle-orm'

import type { CheckoutDetails } from '#contract/cart/cart.ts'
import { type LinesChange, removeItem, untriableLine } from '#contract/cart/cartLines.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { readCart } from '#server/commerce/carts.ts'
import { cashRefusal, type HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import { computeDiscount, readCoupon } from '#server/commerce/coupons.ts'
import { readAddress } from '#server/commerce/customers.ts'
import { resolveDeliveryAddress, type WarehouseFor } from '#server/commerce/delivery/delivery.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'
import { addressNotFound } from '#server/commerce/errors.ts'
import { carts, wishlistLines } from '#server/database/schema/carts.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  addToCart,
  changeCart,
  type LockedCart,
  requireLine,
  requireTrialInCity,
  updateLine,
} from './cart.ts'

type CartDeps = { warehouseFor: WarehouseFor; hashAddress: HashAddress; hasRateLimits: boolean }

/** Reads and changes the cart of a customer. */
export function cartHandlers({ warehouseFor, hashAddress, hasRateLimits }: CartDeps) {
  return {
    readCart: async ({ customer, query: { addressId } }) => {
      const result = await readCart(customer)
      const refusal =
        addressId && hasRateLimits
          ? await readCashRefusal(customer, addressId, hashAddress)
          : undefined
      return ok({ result, ...(refusal ? { cashRefusal: `${refusal}.` } : {}) })
    },

    addToCart: async ({ customer, body }) =>
      ok(await changeCart(customer, warehouseFor, (lockedCart) => addToCart(lockedCart, body))),

    updateCart: async ({ customer, body }) => {
      const change = (lockedCart: LockedCart) => {
        if ('addressId' in body) return saveCheckoutDetails(lockedCart, { ...body, warehouseFor })
        const { userId: _userId, productId: _productId, ...update } = body
        return updateLine(lockedCart, update)
      }
      const changed = await changeCart(customer, warehouseFor, change)
      return ok({ status: 200 as const, ...changed })
    },

    removeLine: async ({ customer, body }) =>
      ok(
        await changeCart(customer, warehouseFor, (lockedCart) =>
          removeLine(lockedCart, body.productItemId),
        ),
      ),

    moveToWishlist: async ({ customer, body }) => {
      await changeCart(customer, warehouseFor, (lockedCart) =>
        moveToWishlist(lockedCart, body.cartItemId),
      )
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
  return cashRefusal(customer, address, {
    hashAddress,
    terms: await readStoreTerms(customer.db),
  })
}

function removeLine(lockedCart: LockedCart, itemId: string): LinesChange {
  requireLine(lockedCart, itemId)
  return removeItem(lockedCart.lines, itemId)
}

async function moveToWishlist(lockedCart: LockedCart, itemId: string): Promise<LinesChange> {
  const { productId: product, size } = requireLine(lockedCart, itemId)
  await lockedCart.db
    .insert(wishlistLines)
    .values({ userId: lockedCart.userId, productId: product._id, size, addedAt: clock.now() })
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
): Promise<LinesChange> {
  const { addressId, receiver, warehouseFor } = details
  const { warehouse } = await resolveDeliveryAddress(lockedCart, addressId, warehouseFor)
  if (lockedCart.cart.purchaseType === 'Try and Buy') {
    requireTrialInCity(warehouse)
    const line = untriableLine(lockedCart.lines)
    if (line) return { refusal: { reason: 'untriable', line } }
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
  return { lines: lockedCart.lines }
}

async function requireApplicableCoupon(
  lockedCart: LockedCart,
  id: string | undefined,
): Promise<string | null> {
  if (!id) return null
  const coupon = await readCoupon(lockedCart.db, id)
  const { purchaseType } = lockedCart.cart
  const use = { userId: lockedCart.userId, goods: goodsTotal(lockedCart.lines), purchaseType }
  await computeDiscount(lockedCart.db, coupon, use)
  return coupon.id
}
