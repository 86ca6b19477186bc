import { and, eq, inArray, sum } from 'drizzle-orm'

import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import type { Buyer } from '#tests/support/api/tests/checkoutTest.ts'
import type { Confirmed } from './keepShopping.ts'

/** Reads the orders of these shoppers from the database. */
export async function readSoldOrders(db: Database, buyers: Buyer[], productId: string) {
  const userIds = buyers.map(({ userId }) => userId)
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.userId, userIds), eq(orders.checkoutStatus, 'completed')))
  const refundRows = await db
    .select({ orderId: refunds.orderId, paise: sum(refunds.amountPaise).mapWith(Number) })
    .from(refunds)
    .groupBy(refunds.orderId)
  const [stockRow] = await db.select().from(stockLevels).where(eq(stockLevels.productId, productId))
  return {
    orders: Object.fromEntries(rows.map((row) => [row.id, [row.status, row.paymentStatus]])),
    lines: await db.$count(orderLines, eq(orderLines.productId, productId)),
    left: stockRow?.onHand,
    refunds: Object.fromEntries(refundRows.map(({ orderId, paise }) => [orderId, paise])),
  }
}

/** The expected orders, according to the responses to the shoppers. */
export function expectedOrdersOf(confirmed: Confirmed[], onHand: number) {
  const stored = confirmed.filter(({ isCancelled }) => !isCancelled)
  const refundDue = confirmed.filter(({ isPaid, isCancelled }) => isPaid && isCancelled)
  return {
    orders: Object.fromEntries(
      confirmed.map(({ orderId, isPaid, isCancelled }) => [
        orderId,
        [isCancelled ? 'Cancelled' : 'Accepted', isPaid ? 'paid' : 'Pending'],
      ]),
    ),
    lines: confirmed.length,
    left: onHand - stored.length,
    refunds: Object.fromEntries(refundDue.map(({ orderId, paise }) => [orderId, paise])),
  }
}
