import { and, asc, eq, gte, isNull, like, ne, or } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments, refunds } from '#server/database/paymentTables.ts'

/** By then an hour has passed: it is no short trouble of the line. */
const patientTries = 6

/**
 * Refunds that somebody has to look at: the provider has not taken them, however often it was asked,
 * or its bank has sent them back once already. What it has taken and works on is not among them.
 */
export function readStuck(db: Database) {
  return db
    .select({
      id: refunds.id,
      orderNumber: orders.orderNumber,
      amountPaise: refunds.amountPaise,
      currency: payments.currency,
      reason: refunds.reason,
      providerPaymentId: payments.providerPaymentId,
      tries: refunds.tries,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(refunds.status, 'pending'),
        ne(payments.provider, 'cash'),
        isNull(refunds.providerRefundId),
        or(gte(refunds.tries, patientTries), like(refunds.reference, '%:anew')),
      ),
    )
    .orderBy(asc(refunds.createdAt))
}
