import { and, eq, max, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { isActive, type OrderStatus } from '#contract/orders/order.ts'
import type { Paise } from '#contract/values/money.ts'
import { orderPath } from '#contract/pages/paths.ts'
import {
  type CancelItem,
  changeableStates,
  type GiveRefund,
  isWrittenOff,
  itemChangeDone,
  splitNet,
  type SwapSize,
} from '#contract/staff/itemChanges.ts'
import { type BoardState, boardStateOf } from '#contract/staff/orderMoves.ts'
import { gstSplitOf } from '#server/commerce/orders/gst.ts'
import { readRefundable, refundAmount } from '#server/commerce/orders/refunds.ts'
import { lockStock, recordStockCount, releaseStock, reserveStock } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  type LineRow,
  orderEvents,
  orderLines,
  orderPicks,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { issueRefundCreditNote } from '#server/features/orders/invoices.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { readLines, withOrder } from '#server/features/orders/orderOperations.ts'
import { paiseText } from './paiseText.ts'
import { enqueueOrderPush } from '#server/features/orders/orderTransitions.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { requireState, requireVisible } from './moveOrder.ts'

/** What happens to an order of the staff's warehouse, in the transaction that has locked it. */
type ItemChange = { tx: Database; order: OrderRow; lines: LineRow[] }

export function changeOrder(
  { db, actor }: StaffContext,
  number: string,
  change: (order: ItemChange) => Promise<void>,
): Promise<void> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    await change({ tx, order, lines: await readLines(tx, order.id) })
  })
}

/**
 * Cancels an item, or a part of its quantity, before the order leaves. The customer gets back what it cost after the
 * coupon, or pays less at the door; the charges stay.
 *
 * @throws StoreError 'conflict' if somebody was faster, 'invalid', 'not_allowed_now', 'not_found'
 */
export function cancelItem(
  context: StaffContext,
  number: string,
  { from, item, quantity, reason, size: missingSize }: CancelItem,
): Promise<void> {
  const { actor, record } = context
  return changeOrder(context, number, async ({ tx, order, lines }) => {
    await requireChangeable(tx, order, from)
    const line = requireActiveLine(lines, item)
    if (quantity > line.quantity) throw invalid('quantity', `The order has ${line.quantity} of it`)
    const size = sizeOf(line, missingSize, 'size')
    const remaining = lines.filter((other) => isActive(other.status) && other !== line)
    if (remaining.length === 0 && quantity === line.quantity) {
      throw new StoreError('not_allowed_now', 'This is the whole order. Cancel the order instead.')
    }
    const cancelled = await splitLine(tx, line, quantity)
    await transitionLine(tx, {
      ...{ orderId: order.id, lineId: cancelled.id, to: 'Cancelled', by: 'store' },
      staffId: actor.sessionId === undefined ? undefined : actor.id,
      changes: { cancelReason: reason, writtenOffSize: isWrittenOff(reason) ? size : null },
    })
    if (reason === 'notFound') await emptyShelf(tx, order, { productId: line.productId, size })
    await packAgain(tx, order)
    await tellAboutCancelledItem(tx, order, cancelled)
    await record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{
        action: itemChangeDone.cancelItem,
        before: { item: nameOf(line), quantity: line.quantity },
      },
      after: {
        ...{ item: nameOf(line), quantity: line.quantity - quantity },
        ...{ reason, netPaise: cancelled.netPaise },
      },
    })
  })
}

/**
 * Sends another size of the same item.
 *
 * @throws StoreError 'out_of_stock', 'conflict', 'invalid', 'not_allowed_now', 'not_found'
 */
export function swapSize(
  context: StaffContext,
  number: string,
  { from, item, size, replaces, reason }: SwapSize,
): Promise<void> {
  return changeOrder(context, number, async ({ tx, order, lines }) => {
    await requireChangeable(tx, order, from)
    const { id, productId, quantity, ...line } = requireActiveLine(lines, item)
    const replaced = sizeOf(line, replaces, 'replaces')
    if (size === line.size || size === line.trialSize) {
      throw invalid('size', 'The customer already gets this size')
    }
    const inSize = (lineSize: string) => [
      { warehouseId: order.warehouseId, productId, size: lineSize, quantity },
    ]
    const reference = randomUUID()
    await lockStock(tx, [...inSize(size), ...inSize(replaced)])
    await reserveStock(tx, inSize(size), { reason: 'swapped_out', reference })
    if (!isWrittenOff(reason)) {
      await releaseStock(tx, inSize(replaced), { reason: 'swapped_in', reference })
    }
    if (reason === 'notFound') await emptyShelf(tx, order, { productId, size: replaced })
    await tx
      .update(orderLines)
      .set(replaced === line.size ? { size } : { trialSize: size })
      .where(eq(orderLines.id, id))
    const isPick = and(eq(orderPicks.lineId, id), eq(orderPicks.size, replaced))
    await tx.delete(orderPicks).where(isPick)
    await packAgain(tx, order)
    await enqueueOrderPush(tx, order, {
      title: 'Another size',
      body: `We’re sending your item in size ${size} instead of ${replaced}.`,
      path: orderPath(order.id),
      cause: `order-item:${id}:swap:${reference}`,
    })
    await context.record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{
        action: itemChangeDone.swapSize,
        before: { item: line.productName, size: replaced },
        after: { item: line.productName, size, reason },
      },
    })
  })
}

/**
 * Gives money back without taking anything back, never more than was captured.
 *
 * @throws StoreError 'invalid' with what is left, 'not_allowed_now' if nothing was paid, 'not_found'
 */
export function giveRefund(
  context: StaffContext,
  number: string,
  { amountPaise, reason, refundedPaise, item, note }: GiveRefund,
): Promise<void> {
  return changeOrder(context, number, async ({ tx, order, lines }) => {
    if (refundedPaise !== order.refundedPaise) {
      throw new StoreError('conflict', 'Something was refunded meanwhile. Look at the order again.')
    }
    const line = item === undefined ? undefined : requireLine(lines, item)
    const ofOrder = await readRefundable(tx, order.id)
    if (ofOrder === 0) {
      throw new StoreError(
        'not_allowed_now',
        'Nothing that was paid for this order is left to refund',
      )
    }
    const left = Math.min(ofOrder, line ? line.netPaise - line.refundedPaise : Infinity) as Paise
    if (amountPaise > left)
      throw invalid('amountPaise', `At most ${paiseText(left)} can be refunded`)
    await refundAmount(tx, { orderId: order.id, amountPaise, reason, lineId: line?.id })
    const reference = `refund:${randomUUID()}`
    const credited = line ? [line] : lines.filter(({ status }) => !isGone(status))
    await issueRefundCreditNote(tx, order, { lines: credited, amountPaise, reference })
    await enqueueOrderPush(tx, order, {
      title: 'You get a refund',
      body: 'We’re giving you money back. Open your order to track your refund.',
      path: orderPath(order.id),
      cause: `order:${order.id}:${reference}`,
    })
    await context.record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{ action: itemChangeDone.giveRefund, before: { refundedPaise: order.refundedPaise } },
      after: {
        refundedPaise: order.refundedPaise + amountPaise,
        amountPaise,
        reason,
        item: line && nameOf(line),
        note,
      },
    })
  })
}

/** Whether the customer does not have the item any more. */
const isGone = (status: OrderStatus) => status === 'Cancelled' || status === 'Returned'

export async function requireChangeable(tx: Database, order: OrderRow, from: BoardState) {
  await requireState(tx, order, from)
  if (!changeableStates.some((state) => state === boardStateOf(order))) {
    throw new StoreError('not_allowed_now', 'Items can be changed until the order leaves')
  }
}

export const invalid = (field: string, sentence: string) =>
  new StoreError('invalid', sentence, { fields: { [field]: sentence } })

function requireLine(lines: LineRow[], item: number): LineRow {
  const line = lines[item - 1]
  if (!line) throw new StoreError('not_found', `This order has no item ${item}`)
  return line
}

/** As the history calls an item. */
export const nameOf = ({ productName, size }: Pick<LineRow, 'productName' | 'size'>) =>
  `${productName}, ${size}`

/** The size of an item that is meant: one of the two of a trial. `field` is the one to blame otherwise. */
export function sizeOf(
  line: Pick<LineRow, 'size' | 'trialSize'>,
  requested: string | undefined,
  field: string,
): string {
  if (requested === undefined || requested === line.size) return line.size
  if (requested === line.trialSize) return requested
  throw invalid(field, 'The item doesn’t have this size')
}

export function requireActiveLine(lines: LineRow[], item: number): LineRow {
  const line = requireLine(lines, item)
  if (line.status === 'Cancelled') {
    throw new StoreError('not_allowed_now', 'This item is already cancelled')
  }
  return line
}

/** What changed must be taken out of the bag or put into it, so a packed order goes back to packing. */
export async function packAgain(
  tx: Database,
  { id, packedAt, packingSince }: OrderRow,
): Promise<void> {
  if (!packedAt) return
  await tx
    .update(orders)
    .set({ packedAt: null, packingSince: packingSince ?? packedAt })
    .where(eq(orders.id, id))
}

/** What a packer could not find for an order is not there for the next one either. */
export const emptyShelf = (
  tx: Database,
  { warehouseId }: OrderRow,
  { productId, size }: Pick<LineRow, 'productId' | 'size'>,
) => recordStockCount(tx, { warehouseId, productId, size, quantity: 0 })

/**
 * The line with this quantity: the line itself, or a new one at the end of the order that takes over its part of the
 * coupon and of the tax, to the paisa.
 */
async function splitLine(tx: Database, line: LineRow, quantity: number): Promise<LineRow> {
  if (quantity === line.quantity) return line
  const [remainingNet, net] = splitNet(line, quantity)
  const rest = partOf(line, { quantity: line.quantity - quantity, net: remainingNet })
  // What was refunded for the item belongs to the part that stays, as far as that cost it.
  const refundedPaise = Math.min(line.refundedPaise, remainingNet)
  await tx
    .update(orderLines)
    .set({ ...rest, refundedPaise })
    .where(eq(orderLines.id, line.id))
  await tx
    .update(orderPicks)
    .set({ quantity: sql`least(${orderPicks.quantity}, ${rest.quantity})` })
    .where(eq(orderPicks.lineId, line.id))
  const [last] = await tx
    .select({ position: max(orderLines.position) })
    .from(orderLines)
    .where(eq(orderLines.orderId, line.orderId))
  const [added] = await tx
    .insert(orderLines)
    .values({
      ...line,
      ...partOf(line, { quantity, net }),
      refundedPaise: line.refundedPaise - refundedPaise,
      id: randomUUID(),
      position: (last?.position ?? 0) + 1,
    })
    .returning()
  if (!added) throw new Error('The line was not saved')
  const events = await tx.select().from(orderEvents).where(eq(orderEvents.lineId, line.id))
  const copies = events.map((event) => ({ ...event, id: randomUUID(), lineId: added.id }))
  await tx.insert(orderEvents).values(copies)
  return added
}

type Part = { quantity: number; net: Paise }

/** The columns of a part of a line. */
const partOf = (line: LineRow, { quantity, net }: Part) => ({
  quantity,
  couponSharePaise: quantity * line.pricePaise - net,
  netPaise: net,
  ...gstSplitOf({ net, basisPoints: line.gstBasisPoints, isWithinState: line.igstPaise === 0 }),
})

/** Amounts are in the order only: a lock screen shows pushes to everybody. */
function tellAboutCancelledItem(tx: Database, order: OrderRow, line: LineRow): Promise<void> {
  const more = order.paymentStatus === 'paid' ? 'track your refund' : 'see what you pay on delivery'
  return enqueueOrderPush(tx, order, {
    title: 'An item was cancelled',
    body: `We cancelled an item of your order. Open your order to ${more}.`,
    path: orderPath(order.id),
    cause: `order-item:${line.id}:Cancelled`,
  })
}
