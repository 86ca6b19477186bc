import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import { orderPath } from '#contract/paths.ts'
import type { Database } from '#server/database/connect.ts'
import { orderEvents, orderLines, orders } from '#server/database/orderTables.ts'
import { users } from '#server/database/userTables.ts'
import { clock } from '#server/platform/clock.ts'
import { useCouponAgain } from '#server/platform/couponUses.ts'
import { orderPieces } from '#server/platform/orderPieces.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { queuePush } from '#server/platform/queuePush.ts'
import { refundOrder } from '#server/platform/refunds.ts'
import { releaseHold } from '#server/platform/releaseHold.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { takeStock } from '#server/platform/takeStock.ts'
import { paymentLabel } from './paymentLabel.ts'
import type { OrderRow } from './settlePayment.ts'
import { takeOutOfBag } from './takeOutOfBag.ts'

type How = Pick<ProviderPayment, 'method' | 'card'>

/** From now on it is an order that shoppers see, and what it holds is not in the bag any more. */
export async function placePaid(tx: Database, order: OrderRow, how: How): Promise<void> {
  await showPaid(tx, order, how)
  await tx.update(orderEvents).set({ at: clock.now() }).where(eq(orderEvents.orderId, order.id))
  await takeOutOfBag(tx, order)
}

async function showPaid(tx: Database, { id }: OrderRow, how: How) {
  const now = clock.now()
  await tx
    .update(orders)
    .set({
      state: 'placed',
      paymentStatus: 'paid',
      paymentMethod: paymentLabel(how),
      holdUntil: null,
      placedAt: now,
      movedAt: now,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, id))
}

const linesOf = (tx: Database, { id }: OrderRow) =>
  tx.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))

/** An expired order takes its pieces and its coupon once more, or it is thrown what is not there. */
export async function takeAgain(tx: Database, order: OrderRow, paymentId: string): Promise<void> {
  await refuseErased(tx, order)
  const pieces = orderPieces(await linesOf(tx, order))
  await takeStock(tx, pieces, { reason: 'order', reference: `${order.id}:${paymentId}` })
  await useCouponAgain(tx, order.id)
  await tellPaid(tx, order, there)
}

/** With the account went the address to which it would be brought. */
async function refuseErased(tx: Database, { userId }: OrderRow) {
  const isErased = and(eq(users.id, userId), isNotNull(users.erasedAt))
  if ((await tx.$count(users, isErased)) > 0) {
    throw new StoreError('not_found', 'This account is gone')
  }
}

/**
 * Paid too late or with another sum, it is no order: the shopper sees it as cancelled, and its
 * refund. What it still holds others may have.
 */
export async function callOff(
  tx: Database,
  order: OrderRow,
  { reason, ...how }: How & { reason: keyof typeof wordsOf },
): Promise<void> {
  await releaseHold(tx, order.id)
  await showPaid(tx, order, how)
  const at = clock.now()
  await tx.update(orders).set({ status: 'Cancelled' }).where(eq(orders.id, order.id))
  const lines = await tx
    .update(orderLines)
    .set({ status: 'Cancelled' })
    .where(eq(orderLines.orderId, order.id))
    .returning({ id: orderLines.id })
  const cancelled = { orderId: order.id, status: 'Cancelled', by: 'payment', at } as const
  await tx
    .insert(orderEvents)
    .values([cancelled, ...lines.map(({ id: lineId }) => ({ ...cancelled, lineId }))])
  await refundOrder(tx, order.id, reason)
  await tellPaid(tx, order, wordsOf[reason])
}

type Words = { title: string; body: string }

const title = 'Your refund is on its way'
const wordsOf = {
  late_payment: {
    title,
    body: "This order expired before your payment arrived. We'll refund the full amount to your account in 5 to 7 days.",
  },
  wrong_amount: {
    title,
    body: "Your payment didn't match the price of this order. We'll refund the full amount to your account in 5 to 7 days.",
  },
} satisfies Record<string, Words>
const there: Words = {
  title: 'Your order is placed',
  body: 'Your payment has come through, and we have what you chose.',
}

/** Whoever pays late has hardly waited at the screen. */
async function tellPaid(tx: Database, { id, userId }: OrderRow, words: Words) {
  const path = orderPath(id)
  const cause = `order:${id}:paid-late`
  await queuePush(tx, {
    userId,
    topic: 'orders',
    words: { ...words, path, tag: `order-${id}` },
    cause,
  })
}
