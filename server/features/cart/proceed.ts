import { eq } from 'drizzle-orm'

import type { Proceed } from '#contract/cart.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { carts } from '#server/database/cartTables.ts'
import { cartLineOf } from '#server/database/readCart.ts'
import { discountBy, readCoupon } from '#server/platform/couponTerms.ts'
import { deliverTo, type WarehouseFor } from '#server/platform/deliverTo.ts'
import type { Held, Said } from './changeCart.ts'
import { refuseCity, refuseTrial } from './chooseDelivery.ts'

type Choices = Proceed & { warehouseFor: WarehouseFor }

/** Keeps what was chosen before paying: where to, for whom, with which coupon. What is left out goes. */
export async function proceed(held: Held, choices: Choices): Promise<Said> {
  const { addressId, receiver, warehouseFor } = choices
  const { warehouse } = await deliverTo(held, addressId, warehouseFor)
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

async function couponIdOf(held: Held, id: string | undefined): Promise<string | null> {
  if (!id) return null
  const coupon = await readCoupon(held.db, id)
  const { purchaseType } = held.cart
  const lines = held.lines.map((line) => cartLineOf(line, purchaseType))
  const use = { userId: held.userId, goods: goodsTotal(lines), purchaseType }
  await discountBy(held.db, coupon, use)
  return coupon.id
}
