import type { Database } from '#server/database/connect.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { refundPayment } from '#server/platform/refunds.ts'

type PaymentRow = typeof payments.$inferSelect
type Captured = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method'>

/** The order is paid already, by another payment: this one goes back once, and the order stays. */
export async function payAgain(
  tx: Database,
  { orderId, provider, kind }: PaymentRow,
  { id, amount, currency, method }: Captured,
): Promise<void> {
  const [again] = await tx
    .insert(payments)
    .values({
      ...{ orderId, provider, kind, currency },
      status: 'captured',
      amountPaise: amount,
      providerPaymentId: id,
      method: method ?? null,
      createdAt: clock.now(),
      capturedAt: clock.now(),
    })
    .onConflictDoNothing({ target: payments.providerPaymentId })
    .returning()
  if (again) await refundPayment(tx, again, 'paid_twice')
}
