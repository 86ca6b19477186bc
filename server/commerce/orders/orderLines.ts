import type { Product } from '#contract/catalogue/product.ts'
import { type Paise, toPaise } from '#contract/values/money.ts'
import { gstBasisPointsOf, gstSplitOf } from './gst.ts'

/** What an order line keeps of its product, which may change or be withdrawn later. */
export const snapshotOf = (product: Product) => ({
  productId: product._id,
  productName: product.name,
  brandId: product.brand._id,
  brandName: product.brand.name,
  photos: product.photos,
  tint: product.tint,
  mrpPaise: toPaise(product.mrp),
  pricePaise: toPaise(product.discountedPrice),
})

export type TaxContext = { day: Date; isWithinState: boolean }
type TaxedGoods = { hsn: string; gstBasisPoints: number | null; quantity: number }

/** The tax in what a line costs. Without a rate of its own it follows from the price of a piece. */
export function taxOf(
  { hsn, gstBasisPoints, quantity }: TaxedGoods,
  { net, day, isWithinState }: TaxContext & { net: Paise },
) {
  const basisPoints = gstBasisPoints ?? gstBasisPointsOf(net / quantity, day)
  return { hsn, gstBasisPoints: basisPoints, ...gstSplitOf({ net, basisPoints, isWithinState }) }
}
