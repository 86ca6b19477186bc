import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type Amounts = Pick<OrderRow, 'mrpTotalPaise' | 'basePaise' | 'couponPaise' | 'totalPaise'>

/** What is still to be paid at the door, in paise: all of a cash order, or the balance of one that was paid. */
export const dueOf = (order: OrderRow): number =>
  order.paymentMethod === 'Cash on delivery' && order.paymentStatus === 'Pending'
    ? order.totalPaise - order.refundedPaise
    : order.balancePaise

/** Adds to the amounts of an order that is not paid yet. A payment link with the old amount is closed. */
export async function changeAmountDue(
  tx: Database,
  order: OrderRow,
  changes: Amounts,
): Promise<void> {
  const amounts = sumOf(order, changes)
  const isFree = amounts.totalPaise === 0
  await tx
    .update(orders)
    .set({ ...amounts, ...(isFree && { paymentStatus: 'paid' }) })
    .where(eq(orders.id, order.id))
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(isOpenOf(order), isFree ? undefined : eq(payments.kind, 'link')))
  await tx
    .update(payments)
    .set({ amountPaise: amounts.totalPaise })
    .where(and(isOpenOf(order), eq(payments.kind, 'on_delivery')))
}

/**
 * Adds to the amounts of an order that was paid: the total's difference is collected at the door. A payment link with
 * the old amount is closed.
 */
export async function changeBalance(tx: Database, order: OrderRow, changes: Amounts) {
  const amounts = sumOf(order, changes)
  const balancePaise = order.balancePaise + changes.totalPaise
  await tx
    .update(orders)
    .set({ ...amounts, balancePaise })
    .where(eq(orders.id, order.id))
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(isOpenOf(order), eq(payments.kind, 'link')))
  const isAtDoor = and(isOpenOf(order), eq(payments.kind, 'on_delivery'))
  if (order.balancePaise === 0) {
    await tx.insert(payments).values({
      ...{ orderId: order.id, provider: 'cash', kind: 'on_delivery', status: 'created' },
      ...{ amountPaise: balancePaise, createdAt: clock.now() },
    })
  } else if (balancePaise === 0) {
    await tx.update(payments).set({ status: 'cancelled' }).where(isAtDoor)
  } else {
    await tx.update(payments).set({ amountPaise: balancePaise }).where(isAtDoor)
  }
}

/**
 * Before an amount is refunded, what would be collected for the same order is collected no more. Returns how much that
 * was, in paise; the rest is to be refunded.
 */
export async function offsetBalance(
  tx: Database,
  order: OrderRow,
  amountPaise: number,
): Promise<number> {
  const offset = Math.max(Math.min(order.balancePaise, amountPaise), 0)
  if (offset === 0) return 0
  // As with a refund, the item's own amounts stay: its price falls in the summary, so that the total adds up.
  const changes = { mrpTotalPaise: -offset, basePaise: -offset, totalPaise: -offset }
  await changeBalance(tx, order, { ...changes, couponPaise: 0 })
  return offset
}

const isOpenOf = ({ id }: OrderRow) => and(eq(payments.orderId, id), eq(payments.status, 'created'))

const sumOf = (order: OrderRow, changes: Amounts): Amounts => ({
  mrpTotalPaise: order.mrpTotalPaise + changes.mrpTotalPaise,
  basePaise: order.basePaise + changes.basePaise,
  couponPaise: order.couponPaise + changes.couponPaise,
  totalPaise: order.totalPaise + changes.totalPaise,
})
