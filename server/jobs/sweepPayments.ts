import type { Database } from '#server/database/client/connect.ts'
import { closeLinks } from '#server/features/payments/paymentLinks.ts'
import {
  syncOpenPayments,
  syncDuplicatePayments,
  expireReservations,
} from '#server/features/payments/reconcilePayments.ts'
import { sendRefunds } from '#server/features/payments/sendRefunds.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 20_000

/** Runs in every process; concurrent runs are harmless. */
export const startPaymentSweep = (db: Database, provider: PaymentProvider) =>
  repeat(pauseMs, () => sweepPayments(db, provider))

const steps = [syncOpenPayments, expireReservations, syncDuplicatePayments, sendRefunds, closeLinks]

/**
 * Completes payments, reservations, refunds and payment links that neither a browser nor a webhook has
 * completed. If a step fails the others still run, so that one broken payment cannot stop all refunds.
 *
 * @throws the first error, after all steps have run
 */
export async function sweepPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    await step(db, provider).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
