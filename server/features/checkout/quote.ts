import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { type AmountDetails, noPaise, type Paise } from '#contract/values/money.ts'
import type { CartLine, PurchaseType, Receiver } from '#contract/cart/cart.ts'
import { amountDetailsOf, goodsTotal, type Summary, summaryOf } from '#contract/cart/pricing.ts'
import {
  type CartLineWithProduct,
  cartLineOf,
  type CartRow,
  readCartWithReservations,
} from '#server/commerce/carts.ts'
import { type CouponRow, computeDiscount, readCoupon } from '#server/commerce/coupons.ts'
import { addressOf, type AddressRow } from '#server/commerce/customers.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { carts, couponRedemptions, coupons } from '#server/database/schema/carts.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** What a price depends on beside the lines, and who receives them. */
export type Bag = Pick<
  CartRow,
  'purchaseType' | 'couponId' | 'receiverName' | 'receiverContactNumber'
>

/** The lines of a cart and its current price. */
export type Quote = {
  cart: Bag
  lines: CartLineWithProduct[]
  /** The lines as the contract defines them. */
  cartLines: CartLine[]
  coupon: CouponRow | undefined
  summary: Summary
  amount: AmountDetails
  /** Whether this customer has an order that is not paid and could still be. */
  hasUnpaidOrder: boolean
}

/** Locks the cart, so that it cannot change until the order is written. */
export async function lockCart({ db, userId }: CustomerContext): Promise<CartRow> {
  const [cart] = await lockedCart(db, { userId })
  if (!cart) throw new StoreError('not_allowed_now', 'Your bag is empty')
  return cart
}

/** Computes the price of a locked cart; its lines have the stock of the customer's warehouse. */
export async function quoteCart(customer: CustomerContext, cart: CartRow): Promise<Quote> {
  const { lines, hasUnpaidOrder } = await readCartWithReservations(customer)
  const quote = await quoteLines(
    customer,
    cart,
    cart.purchaseType === 'Try and Buy' ? lines : lines.map(withoutTrialSize),
  )
  return { ...quote, hasUnpaidOrder }
}

/** Computes the price of these lines, whoever chose them. */
export async function quoteLines(
  { db, userId }: CustomerContext,
  cart: Bag,
  lines: CartLineWithProduct[],
): Promise<Omit<Quote, 'hasUnpaidOrder'>> {
  const charges = chargesFor(cart.purchaseType, await readChargesOfAllTypes(db, {}))
  const cartLines = lines.map((line) => cartLineOf(line, cart.purchaseType))
  const quoteWith = (couponDiscount: Paise) => ({
    summary: summaryOf(cartLines, { ...charges, couponDiscount }),
    amount: amountDetailsOf(cartLines, { ...charges, couponDiscount }),
  })

  const coupon = cart.couponId ? await readCoupon(db, cart.couponId) : undefined
  const { purchaseType } = cart
  const use = { userId, goods: goodsTotal(cartLines), purchaseType }
  const discount = coupon ? computeDiscount(db, coupon, use) : Promise.resolve(noPaise)
  const couponDiscount = await discount.catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    const { amount: summary } = quoteWith(noPaise)
    throw new StoreError(error.code, error.message, { summary, lines: cartLines })
  })
  return { cart, lines, cartLines, coupon, ...quoteWith(couponDiscount) }
}

/** A Standard order ignores a trial size that was chosen earlier. */
const withoutTrialSize = (line: CartLineWithProduct) => ({ ...line, trialSize: null })

const lockedCart = preparedStatement('locked_cart', ['userId'], (db, { userId }) =>
  db.select().from(carts).where(eq(carts.userId, userId)).for('update'),
)

const readChargesOfAllTypes = preparedStatement('read_charges', [], (db) => {
  const type = sql<PurchaseType>`coalesce(${shippingCharges.shippingType}, ${purchaseTerms.purchaseType})`
  return db
    .select({ type, shipping: shippingCharges.chargePaise, trial: purchaseTerms.chargePaise })
    .from(shippingCharges)
    .fullJoin(purchaseTerms, eq(purchaseTerms.purchaseType, shippingCharges.shippingType))
})

function chargesFor(
  purchaseType: PurchaseType,
  all: Awaited<ReturnType<typeof readChargesOfAllTypes>>,
) {
  const { shipping, trial } = all.find(({ type }) => type === purchaseType) ?? {}
  const isTrial = purchaseType === 'Try and Buy'
  return { trialCharges: ((isTrial && trial) || 0) as Paise, shipping: (shipping ?? 0) as Paise }
}

type Destination = { address: AddressRow; receiver: Receiver | undefined }

/**
 * Identifies an order: equal for the same items at the same price, to the same address and
 * receiver. A payment that is tried again continues the order with the same hash, so every field
 * that an order takes from the bag belongs in it: otherwise a change before that payment is lost.
 */
export function hashCart(
  { cart, cartLines, coupon, amount }: Quote,
  destination: Destination,
): string {
  const { address, receiver } = destination
  const lines = cartLines.map(({ productId, size, trialSize, quantity, details }) => [
    productId._id,
    size,
    trialSize ?? null,
    quantity,
    productId.discountedPrice,
    details,
  ])
  const receiverDetails = receiver ?? [cart.receiverName, cart.receiverContactNumber]
  const parts = [cart.purchaseType, lines, coupon?.id, amount, addressOf(address), receiverDetails]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Redeems the coupon for an order. Its row is locked until the transaction ends, so concurrent
 * orders count each other.
 */
export async function redeemCoupon(
  { db, userId }: CustomerContext,
  orderId: string,
  { cart, coupon, cartLines, summary }: Quote,
): Promise<void> {
  if (!coupon) return
  const [lockedCoupon] = await db
    .select()
    .from(coupons)
    .where(eq(coupons.id, coupon.id))
    .for('update')
  const { purchaseType } = cart
  await computeDiscount(db, lockedCoupon ?? coupon, {
    userId,
    goods: goodsTotal(cartLines),
    purchaseType,
  })
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
