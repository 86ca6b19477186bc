import { and, eq, isNotNull } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { payments } from '#server/database/paymentTables.ts'
import { ProviderRefusal } from '#server/platform/askRazorpay.ts'
import { clock } from '#server/platform/clock.ts'
import { inHands } from '#server/platform/inHands.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { settleLink } from './settleLink.ts'

/** Asks the provider whether a link was paid, and settles it if so. */
export async function askLink(db: Database, provider: PaymentProvider, linkId: string) {
  const { status, payments: paidBy } = await provider.readLink(linkId)
  // Attempts that failed stand beside the one that paid.
  const paymentId = paidBy?.find((payment) => payment.status === 'captured')?.payment_id
  if (status === 'paid' && paymentId) {
    await settleLink(db, linkId, await provider.readPayment(paymentId))
  }
  await db
    .update(payments)
    .set({ checkedAt: clock.now() })
    .where(eq(payments.providerOrderId, linkId))
}

/** The link of an order that is paid or called off is closed at the provider; it was open here. */
export async function closeLinks(db: Database, provider: PaymentProvider): Promise<void> {
  const closing = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.kind, 'link'),
        eq(payments.status, 'cancelled'),
        eq(payments.provider, provider.name),
        isNotNull(payments.linkUrl),
      ),
    )
    .limit(50)
  await inHands(4, closing, async ({ id, providerOrderId }) => {
    const linkId = providerOrderId ?? ''
    await provider.cancelLink(linkId).catch((error: unknown) => {
      if (!(error instanceof ProviderRefusal)) throw error
      // It was faster and is paid: that goes back.
      return askLink(db, provider, linkId)
    })
    await db.update(payments).set({ linkUrl: null }).where(eq(payments.id, id))
  })
}
