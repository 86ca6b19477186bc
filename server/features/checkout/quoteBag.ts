import { eq, sql } from 'drizzle-orm'

import type { AmountDetails } from '#contract/amountDetails.ts'
import type { CartLine } from '#contract/cart.ts'
import type { PurchaseType } from '#contract/purchaseType.ts'
import { noPaise, type Paise } from '#contract/money.ts'
import { amountDetailsOf, goodsTotal, type Summary, summaryOf } from '#contract/pricing.ts'
import { carts } from '#server/database/cartTables.ts'
import { type BagLine, cartLineOf, type CartRow, readBag } from '#server/database/readCart.ts'
import { statement } from '#server/database/statement.ts'
import { purchaseTerms, shippingCharges } from '#server/database/storefrontTables.ts'
import { together } from '#server/database/together.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { type CouponRow, discountBy, readCoupon } from '#server/platform/couponTerms.ts'
import { StoreError } from '#server/platform/storeError.ts'

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
export async function quoteBag({ db, userId }: UserStore): Promise<Quote> {
  // What is in the bag is read behind the statement that holds it, so it is what there is from then on.
  const [[cart], { lines, isHolding }, allCharges] = await together([
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
  const discount = coupon ? discountBy(db, coupon, use) : Promise.resolve(noPaise)
  const couponDiscount = await discount.catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    const { amount: summary } = quoteWith(noPaise)
    throw new StoreError(error.code, error.message, { summary, lines: shown })
  })
  return { cart, lines, shown, coupon, isHolding, ...quoteWith(couponDiscount) }
}

const heldCart = statement('held_cart', ['userId'], (db, { userId }) =>
  db.select().from(carts).where(eq(carts.userId, userId)).for('update'),
)

const readCharges = statement('charges', [], (db) => {
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
