import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/paymentProvider.ts'
import { ProviderRefusal } from '#server/platform/askRazorpay.ts'
import { settlePayment } from './settlePayment.ts'

/** Asks the provider what became of one of its orders, and settles what was captured. */
export async function askPayment(
  db: Database,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const found = await provider.readOrderPayments(providerOrderId)
  for (const payment of found) {
    const captured = await capturedOf(provider, payment)
    if (captured) await settlePayment(db, captured)
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, providerOrderId))
}

/** What is only authorised is taken now; what went back by itself is no payment. */
export async function capturedOf(
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<ProviderPayment | undefined> {
  if (payment.status === 'captured') return payment
  if (payment.status !== 'authorized') return undefined
  try {
    return await provider.capture(payment)
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof ProviderRefusal)) throw error
    const now = await provider.readPayment(payment.id)
    return now.status === 'captured' ? now : undefined
  }
}
