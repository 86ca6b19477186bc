import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { type AmountDetails, noPaise, type Paise } from '#contract/money.ts'
import type { CartLine, PurchaseType, Receiver } from '#contract/cart.ts'
import { amountDetailsOf, goodsTotal, type Summary, summaryOf } from '#contract/pricing.ts'
import { type BagLine, cartLineOf, type CartRow, readBag } from '#server/commerce/carts.ts'
import { type CouponRow, computeDiscount, readCoupon } from '#server/commerce/coupons.ts'
import { addressOf, type AddressRow } from '#server/commerce/customers.ts'
import { preparedStatement, pipeline } from '#server/database/client/statements.ts'
import { carts } from '#server/database/schema/carts.ts'
import { couponRedemptions, coupons } from '#server/database/schema/coupons.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** What is in a bag, and what it costs at this moment. */
export type Quote = {
  cart: CartRow
  lines: BagLine[]
  /** The lines as they travel. */
  shown: CartLine[]
  coupon: CouponRow | undefined
  summary: Summary
  amount: AmountDetails
  /** Whether an earlier bag of this user waits for its payment. */
  isHolding: boolean
}

/** Holds the bag, so that it cannot change until the order is made, and works out its price. */
export async function quoteBag({ db, userId }: CustomerStore): Promise<Quote> {
  // What is in the bag is read behind the statement that holds it, so it is what there is from then on.
  const [[cart], { lines, isHolding }, allCharges] = await pipeline([
    heldCart(db, { userId }),
    readBag(db, userId),
    readCharges(db, {}),
  ])
  if (!cart) throw new StoreError('not_allowed_now', 'Your bag is empty')
  const charges = chargesFor(cart.purchaseType, allCharges)
  const shown = lines.map((line) => cartLineOf(line, cart.purchaseType))
  const quoteWith = (couponDiscount: Paise) => ({
    summary: summaryOf(shown, { ...charges, couponDiscount }),
    amount: amountDetailsOf(shown, { ...charges, couponDiscount }),
  })

  const coupon = cart.couponId ? await readCoupon(db, cart.couponId) : undefined
  const { purchaseType } = cart
  const use = { userId, goods: goodsTotal(shown), purchaseType }
  const discount = coupon ? computeDiscount(db, coupon, use) : Promise.resolve(noPaise)
  const couponDiscount = await discount.catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    const { amount: summary } = quoteWith(noPaise)
    throw new StoreError(error.code, error.message, { summary, lines: shown })
  })
  return { cart, lines, shown, coupon, isHolding, ...quoteWith(couponDiscount) }
}

const heldCart = preparedStatement('held_cart', ['userId'], (db, { userId }) =>
  db.select().from(carts).where(eq(carts.userId, userId)).for('update'),
)

const readCharges = preparedStatement('charges', [], (db) => {
  const type = sql<PurchaseType>`coalesce(${shippingCharges.shippingType}, ${purchaseTerms.purchaseType})`
  return db
    .select({ type, shipping: shippingCharges.chargePaise, trial: purchaseTerms.chargePaise })
    .from(shippingCharges)
    .fullJoin(purchaseTerms, eq(purchaseTerms.purchaseType, shippingCharges.shippingType))
})

function chargesFor(purchaseType: PurchaseType, all: Awaited<ReturnType<typeof readCharges>>) {
  const { shipping, trial } = all.find(({ type }) => type === purchaseType) ?? {}
  const isTrial = purchaseType === 'Try and Buy'
  return { trialCharges: ((isTrial && trial) || 0) as Paise, shipping: (shipping ?? 0) as Paise }
}

type Going = { address: AddressRow; receiver: Receiver | undefined }

/** The same for the same things at the same price, to the same door and person. */
export function hashBag({ cart, shown, coupon, amount }: Quote, going: Going): string {
  const { address, receiver } = going
  const lines = shown.map(({ productId, size, trialSize, quantity }) => [
    productId._id,
    size,
    trialSize ?? null,
    quantity,
    productId.discountedPrice,
  ])
  const person = receiver ?? [cart.receiverName, cart.receiverContactNumber]
  const whole = [cart.purchaseType, lines, coupon?.id, amount, addressOf(address), person]
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url')
}

/**
 * Uses the coupon for an order. Its row is held from here to the end of the order, so of several
 * orders at once each counts the uses of those before it.
 */
export async function redeemCoupon(
  { db, userId }: CustomerStore,
  orderId: string,
  { cart, coupon, shown, summary }: Quote,
): Promise<void> {
  if (!coupon) return
  const held = await db.select().from(coupons).where(eq(coupons.id, coupon.id)).for('update')
  const { purchaseType } = cart
  await computeDiscount(db, held[0] ?? coupon, { userId, goods: goodsTotal(shown), purchaseType })
  await db
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.id, coupon.id))
  await db.insert(couponRedemptions).values({
    orderId,
    couponId: coupon.id,
    userId,
    discountPaise: summary.couponDiscount,
    at: clock.now(),
  })
}
