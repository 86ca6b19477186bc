import { and, asc, eq, gte, ne } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments, refunds } from '#server/database/paymentTables.ts'

/** By then an hour has passed: it is no short trouble of the line. */
const patientTries = 6

/** Refunds that the provider has not taken, however often it was asked: somebody has to look at them. */
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
        gte(refunds.tries, patientTries),
      ),
    )
    .orderBy(asc(refunds.createdAt))
}
