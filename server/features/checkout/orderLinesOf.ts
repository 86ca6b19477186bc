import { inArray } from 'drizzle-orm'

import { minus, type Paise, times, toPaise } from '#contract/money.ts'
import { shareOut } from '#contract/pricing.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import type { orderLines } from '#server/database/orderTables.ts'
import type { BagLine } from '#server/database/readCart.ts'
import { gstBasisPointsOf, gstSplitOf } from '#server/platform/gstOf.ts'
import type { Quote } from './quoteBag.ts'

type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId'>
type Circumstances = { day: Date; isWithinState: boolean }

/** The lines of an order: everything as it is now, and each line's share of the coupon and of the tax. */
export async function orderLinesOf(
  db: Database,
  { cart, lines, summary }: Quote,
  circumstances: Circumstances,
): Promise<NewLine[]> {
  const goods = lines.map(({ product, quantity }) =>
    times(toPaise(product.discountedPrice), quantity),
  )
  const shares = shareOut(summary.couponDiscount, goods)
  const taxCodes = await readTaxCodes(db, lines)
  return lines.map((line, position) => {
    const share = shares[position] as Paise
    const net = minus(goods[position] as Paise, share)
    return {
      position,
      purchaseType: cart.purchaseType,
      ...snapshotOf(line),
      couponSharePaise: share,
      netPaise: net,
      ...taxOf({ ...circumstances, net, quantity: line.quantity }, taxCodes.get(line.productId)),
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

type TaxCode = { hsn: string; gstBasisPoints: number | null }

async function readTaxCodes(db: Database, lines: BagLine[]): Promise<Map<string, TaxCode>> {
  const ids = lines.map(({ productId }) => productId)
  const { id, hsn, gstBasisPoints } = products
  const rows = await db.select({ id, hsn, gstBasisPoints }).from(products).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

type Sold = Circumstances & { net: Paise; quantity: number }

function taxOf({ net, quantity, day, isWithinState }: Sold, code: TaxCode | undefined) {
  const gstBasisPoints = code?.gstBasisPoints ?? gstBasisPointsOf(net / quantity, day)
  return {
    hsn: code?.hsn ?? '',
    gstBasisPoints,
    ...gstSplitOf({ net, basisPoints: gstBasisPoints, isWithinState }),
  }
}
