import { inArray, and } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { toPaise } from '#contract/values/money.ts'
import type { PhoneOrderItem, PhoneQuote, QuoteQuery } from '#contract/staff/phoneOrders.ts'
import { termsOf } from '#contract/store/storeTerms.ts'
import type { CartLineWithProduct } from '#server/commerce/carts.ts'
import {
  amountRefusal,
  cashRefusal,
  type HashAddress,
} from '#server/commerce/orders/cashOnDelivery.ts'
import { findCoupon } from '#server/commerce/coupons.ts'
import { readAddress } from '#server/commerce/customers.ts'
import { isPublished, productOf, selectProducts } from '#server/commerce/catalogue/products.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { type Quote, quoteLines } from '#server/features/checkout/quote.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type Chosen = { items: PhoneOrderItem[]; coupon: string | undefined }

/**
 * The price of what a customer orders on the phone, computed as that of a bag. The bag that they may have in the shop has
 * nothing to do with it. Phone orders are for Standard delivery: the two sizes of a trial are chosen in the shop.
 *
 * @throws StoreError 'coupon_not_applicable', or 'not_found' for a product that is not sold any more
 */
export async function quoteItems(
  customer: CustomerContext,
  { items, coupon }: Chosen,
): Promise<Omit<Quote, 'hasUnpaidOrder'>> {
  const lines = await readLines(customer, items)
  const { id: couponId } = coupon ? await findCoupon(customer.db, coupon) : { id: null }
  const bag = { purchaseType: 'Standard', couponId } as const
  return quoteLines(customer, { ...bag, receiverName: null, receiverContactNumber: null }, lines)
}

/** The items as lines of a bag, with the stock of the customer's warehouse. */
async function readLines(
  { db, userId, warehouseId }: CustomerContext,
  items: PhoneOrderItem[],
): Promise<CartLineWithProduct[]> {
  const { hsn, gstBasisPoints } = products
  const ids = items.map(({ productId }) => productId)
  const rows = await selectProducts(db, { hsn, gstBasisPoints }).where(
    and(isPublished, inArray(products.id, ids)),
  )
  return Promise.all(
    items.map(async ({ productId, size, quantity, details = {} }) => {
      const row = rows.find(({ id }) => id === productId)
      if (!row?.sizes.includes(size)) throw await noLongerSold(db, { productId, size })
      return {
        ...{ id: randomUUID(), userId, productId, size, quantity },
        ...{ trialSize: null, details, addedAt: clock.now() },
        product: productOf(row, warehouseId),
        ...{ hsn: row.hsn, gstBasisPoints: row.gstBasisPoints },
      }
    }),
  )
}

async function noLongerSold(
  db: Database,
  { productId, size }: Pick<PhoneOrderItem, 'productId' | 'size'>,
) {
  const [product] = await db
    .select({ name: products.name })
    .from(products)
    .where(inArray(products.id, [productId]))
  const name = product ? `${product.name} in ${size}` : 'One of the products'
  return new StoreError('not_found', `${name} isn’t sold any more. Remove it from the order.`)
}

/** A quote for somebody who may not have an account yet: nobody's uses of a coupon are counted then. */
export async function quotePhoneOrder(
  db: Database,
  { items, warehouse, coupon, customerId, addressId }: QuoteQuery,
  hashAddress: HashAddress | undefined,
): Promise<PhoneQuote> {
  const customer = { db, userId: customerId ?? '', warehouseId: warehouse }
  let couponRefusal: string | null = null
  const quote = await quoteItems(customer, { items, coupon }).catch((error: unknown) => {
    const isRefused = error instanceof StoreError && error.code === 'coupon_not_applicable'
    if (!isRefused) throw error
    couponRefusal = error.message
    return quoteItems(customer, { items, coupon: undefined })
  })
  const { summary, amount } = quote
  return {
    lines: quote.cartLines.map(({ productId: product, size, quantity }) => ({
      ...{ productId: product._id, size, quantity, code: product.productId, name: product.name },
      ...{ brand: product.brand.name, photo: product.photos[0] ?? null },
      pricePaise: toPaise(product.discountedPrice),
      inStock: product.stock[size] ?? 0,
    })),
    itemsPaise: amount.baseAmount,
    couponPaise: summary.couponDiscount,
    couponName: quote.coupon?.name ?? null,
    couponRefusal,
    shippingPaise: amount.shippingCharges,
    totalPaise: amount.finalAmount,
    cashRefusal: (await cashRefusalOf(customer, { amount, addressId, hashAddress })) ?? null,
  }
}

type CashQuestion = Pick<Quote, 'amount'> & {
  addressId: string | undefined
  /** Undefined where limits are off. */
  hashAddress: HashAddress | undefined
}

/** Shown for information; placing the order checks the limits again, and those of a new address. */
async function cashRefusalOf(
  customer: CustomerContext,
  { amount, addressId, hashAddress }: CashQuestion,
): Promise<string | undefined> {
  if (!hashAddress) return undefined
  const terms = termsOf(await readStoreFacts(customer.db))
  const isTooMuch = amountRefusal(amount.finalAmount, terms)
  if (isTooMuch || !addressId) return isTooMuch
  const address = await readAddress(customer.db, customer.userId, addressId)
  return address && cashRefusal(customer, address, { hashAddress, terms, isForStaff: true })
}
