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

/** Every process looks after the payments; two at once do no harm. */
export const startPaymentSweep = (db: Database, provider: PaymentProvider) =>
  repeat(pauseMs, () => sweepPayments(db, provider))

const steps = [syncOpenPayments, expireReservations, syncDuplicatePayments, sendRefunds, closeLinks]

/**
 * What no browser and no webhook has brought to an end: payments, holds, refunds and links. A step that
 * fails does not keep the later ones from being done: one broken payment must not stop all refunds.
 *
 * @throws what failed first, once all steps are done
 */
export async function sweepPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    await step(db, provider).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
