import { and, eq, gt, sql } from 'drizzle-orm'

import { cartLines, carts } from '#server/database/cartTables.ts'
import type { Database } from '#server/database/connect.ts'
import { orderLines } from '#server/database/orderTables.ts'
import { clock } from '#server/platform/clock.ts'
import type { OrderRow } from './settlePayment.ts'

/**
 * What was ordered leaves the bag when it is paid, not before: who does not pay still has it. What
 * was put in meanwhile stays.
 */
export async function takeOutOfBag(tx: Database, { id, userId }: OrderRow): Promise<void> {
  const ordered = await tx.select().from(orderLines).where(eq(orderLines.orderId, id))
  for (const { productId, size, quantity } of ordered) {
    const isIt = and(
      eq(cartLines.userId, userId),
      eq(cartLines.productId, productId),
      eq(cartLines.size, size),
    )
    const [kept] = await tx
      .update(cartLines)
      .set({ quantity: sql`${cartLines.quantity} - ${quantity}` })
      .where(and(isIt, gt(cartLines.quantity, quantity)))
      .returning({ id: cartLines.id })
    if (!kept) await tx.delete(cartLines).where(isIt)
  }
  const isEmpty = (await tx.$count(cartLines, eq(cartLines.userId, userId))) === 0
  await tx
    .update(carts)
    .set({
      couponId: null,
      ...(isEmpty ? emptyChoices : {}),
      version: sql`${carts.version} + 1`,
      updatedAt: clock.now(),
    })
    .where(eq(carts.userId, userId))
}

const emptyChoices = {
  purchaseType: 'Standard',
  receiverName: null,
  receiverContactNumber: null,
} as const
