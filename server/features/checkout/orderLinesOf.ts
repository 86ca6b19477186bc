import { minus, type Paise, times, toPaise } from '#contract/money.ts'
import { shareOut } from '#contract/pricing.ts'
import type { orderLines } from '#server/database/orderTables.ts'
import type { BagLine } from '#server/database/readCart.ts'
import { gstBasisPointsOf, gstSplitOf } from '#server/platform/gstOf.ts'
import type { Quote } from './quoteBag.ts'

type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId'>
type Circumstances = { day: Date; isWithinState: boolean }

/** The lines of an order: everything as it is now, and each line's share of the coupon and of the tax. */
export function orderLinesOf(
  { cart, lines, summary }: Quote,
  circumstances: Circumstances,
): NewLine[] {
  const goods = lines.map(({ product, quantity }) =>
    times(toPaise(product.discountedPrice), quantity),
  )
  const shares = shareOut(summary.couponDiscount, goods)
  return lines.map((line, position) => {
    const share = shares[position] as Paise
    const net = minus(goods[position] as Paise, share)
    return {
      position,
      purchaseType: cart.purchaseType,
      ...snapshotOf(line),
      couponSharePaise: share,
      netPaise: net,
      ...taxOf(line, { ...circumstances, net }),
    }
  })
}

function snapshotOf({ productId, product, size, trialSize, quantity }: BagLine) {
  return {
    productId,
    productName: product.name,
    brandId: product.brand._id,
    brandName: product.brand.name,
    photos: product.photos,
    tint: product.tint,
    size,
    trialSize,
    quantity,
    mrpPaise: toPaise(product.mrp),
    pricePaise: toPaise(product.discountedPrice),
  }
}

type Sold = Circumstances & { net: Paise }

function taxOf({ hsn, gstBasisPoints, quantity }: BagLine, { net, day, isWithinState }: Sold) {
  const basisPoints = gstBasisPoints ?? gstBasisPointsOf(net / quantity, day)
  return { hsn, gstBasisPoints: basisPoints, ...gstSplitOf({ net, basisPoints, isWithinState }) }
}
