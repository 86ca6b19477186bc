import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { times } from '#contract/values/money.ts'
import { orderPath } from '#contract/pages/paths.ts'
import { isWrittenOff, itemChangeDone, type ReplaceItem } from '#contract/staff/itemChanges.ts'
import { changeAmountDue, changeBalance, offsetBalance } from '#server/commerce/orders/amountDue.ts'
import { snapshotOf, taxOf } from '#server/commerce/orders/orderLines.ts'
import {
  isPublished,
  orderedProductOf,
  selectProducts,
} from '#server/commerce/catalogue/products.ts'
import { readRefundable, refundAmount } from '#server/commerce/orders/refunds.ts'
import {
  lockStock,
  orderStockItems,
  releaseStock,
  reserveStock,
  type StockItem,
  withoutStockItems,
} from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import {
  type LineRow,
  orderLines,
  orderPicks,
  type OrderRow,
} from '#server/database/schema/orders.ts'
import { enqueueOrderPush } from '#server/features/orders/orderTransitions.ts'
import { asPaise } from '#server/database/schema/columns.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  changeOrder,
  emptyShelf,
  invalid,
  nameOf,
  packAgain,
  requireActiveLine,
  requireChangeable,
  sizeOf,
} from './changeItems.ts'

/**
 * Sends another item in the place of one, in the same quantity, after the customer has agreed. The coupon's share stays
 * with it. A lower price is refunded, or lowers what is due at the door; a higher one is collected at the door, also if
 * the order was paid online. In the place of an item on trial, one size comes.
 *
 * @throws StoreError 'out_of_stock', 'conflict', 'invalid', 'not_allowed_now', 'not_found'
 */
export function replaceItem(
  context: StaffContext,
  number: string,
  { from, item, productId, size, missingSize, reason }: ReplaceItem,
): Promise<void> {
  return changeOrder(context, number, async ({ tx, order, lines }) => {
    await requireChangeable(tx, order, from)
    const line = requireActiveLine(lines, item)
    if (line.productId === productId) throw invalid('productId', 'It is the same item')
    const replacement = await readReplacement(tx, order, { line, productId, size })
    if (line.trialSize !== null && isWrittenOff(reason) && missingSize === undefined) {
      throw invalid('missingSize', 'Say which size is missing or damaged')
    }
    const missing = {
      ...stockItemOf(order, line),
      size: sizeOf(line, missingSize, 'missingSize'),
    }
    await moveStock(tx, order, {
      ...{ line, replacement },
      writtenOff: isWrittenOff(reason) ? [missing] : [],
    })
    if (reason === 'notFound') await emptyShelf(tx, order, missing)
    await settleDifference(tx, order, { line, replacement })
    await tx.update(orderLines).set(replacement).where(eq(orderLines.id, line.id))
    await tx.delete(orderPicks).where(eq(orderPicks.lineId, line.id))
    await packAgain(tx, order)
    await enqueueOrderPush(tx, order, {
      title: 'Another item',
      body: 'As agreed, we’re sending you another item. Open your order to see it.',
      path: orderPath(order.id),
      cause: `order-item:${line.id}:replaced:${randomUUID()}`,
    })
    await context.record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{
        action: itemChangeDone.replaceItem,
        before: { item: nameOf(line), netPaise: line.netPaise },
        after: { item: nameOf(replacement), netPaise: replacement.netPaise, reason },
      },
    })
  })
}

type RequestedItem = { line: LineRow; productId: string; size: string }
type Replacement = Awaited<ReturnType<typeof readReplacement>>

/** The columns of the line with the other product, at its price of today. */
async function readReplacement(
  tx: Database,
  order: OrderRow,
  { line, productId, size }: RequestedItem,
) {
  const { hsn, gstBasisPoints } = products
  const [row] = await selectProducts(tx, { hsn, gstBasisPoints }).where(
    and(isPublished, eq(products.id, productId)),
  )
  if (!row) throw new StoreError('not_found', 'This item isn’t for sale')
  const product = orderedProductOf(row, order.warehouseId)
  if (order.purchaseType === 'Try and Buy' && !product.brand.is_try_and_buy_visible) {
    throw invalid('productId', 'This brand isn’t part of Try & Buy')
  }
  if (!product.size.includes(size)) throw invalid('size', 'The item doesn’t have this size')
  const { quantity, couponSharePaise: share } = line
  const snapshot = snapshotOf(product)
  const price = times(snapshot.pricePaise, quantity)
  const couponSharePaise = Math.min(share, price)
  const net = asPaise(price - couponSharePaise)
  return {
    ...snapshot,
    ...{ size, trialSize: null, quantity, details: {}, couponSharePaise, netPaise: net },
    refundedPaise: Math.min(line.refundedPaise, net),
    ...taxOf(
      { hsn: row.hsn, gstBasisPoints: row.gstBasisPoints, quantity },
      { net, day: clock.now(), isWithinState: line.igstPaise === 0 },
    ),
  }
}

type Exchange = { line: LineRow; replacement: Replacement }

type OrderedUnits = Pick<LineRow, 'productId' | 'size' | 'quantity'>

const stockItemOf = (
  { warehouseId }: OrderRow,
  { productId, size, quantity }: OrderedUnits,
): StockItem => ({
  warehouseId,
  productId,
  size,
  quantity,
})

async function moveStock(
  tx: Database,
  order: OrderRow,
  { line, replacement, writtenOff }: Exchange & { writtenOff: StockItem[] },
) {
  const reserved = [stockItemOf(order, replacement)]
  const back = withoutStockItems(orderStockItems(order, [line]), writtenOff)
  const reference = randomUUID()
  await lockStock(tx, [...reserved, ...orderStockItems(order, [line])])
  await reserveStock(tx, reserved, { reason: 'swapped_out', reference })
  await releaseStock(tx, back, { reason: 'swapped_in', reference })
}

async function settleDifference(tx: Database, order: OrderRow, { line, replacement }: Exchange) {
  const { quantity } = line
  const changes = {
    mrpTotalPaise: quantity * (replacement.mrpPaise - line.mrpPaise),
    basePaise: quantity * (replacement.pricePaise - line.pricePaise),
    couponPaise: replacement.couponSharePaise - line.couponSharePaise,
    totalPaise: replacement.netPaise - line.netPaise,
  }
  if (order.paymentStatus !== 'paid') return changeAmountDue(tx, order, changes)
  const left = line.netPaise - line.refundedPaise
  const amountPaise = left - (replacement.netPaise - replacement.refundedPaise)
  if (amountPaise < 0) return changeBalance(tx, order, changes)
  // As with a cancelled item: earlier refunds of the whole order can have left less than the difference.
  const offsetPaise = await offsetBalance(tx, order, amountPaise)
  const refundedPaise = Math.min(amountPaise - offsetPaise, await readRefundable(tx, order.id))
  if (refundedPaise > 0) {
    await refundAmount(tx, {
      ...{ orderId: order.id, amountPaise: refundedPaise, reason: 'item_replaced' },
    })
  }
}
