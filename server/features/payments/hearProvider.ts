import * as v from 'valibot'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { webhookEvents } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { ProviderLink, ProviderPayment, ProviderRefund } from '#server/platform/paymentProvider.ts'
import { refuseUnstorable } from '#server/platform/storable.ts'
import { settleLink } from './settleLink.ts'
import { settlePayment } from './settlePayment.ts'
import { settleRefund } from './settleRefund.ts'

const entity = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.object({ entity: schema }))

/** What the provider tells: only what somebody here acts upon is looked at. */
const News = v.object({
  event: v.string(),
  payload: v.object({
    payment: entity(ProviderPayment),
    payment_link: entity(ProviderLink),
    refund: entity(ProviderRefund),
  }),
})
type News = v.InferOutput<typeof News>

/**
 * One signed piece of news, taken in once: its id and all that follows from it are one transaction.
 * News may come in any order; each says what is true at the provider, so none has to wait.
 */
export async function hearProvider(
  db: Database,
  { id, provider, body }: { id: string; provider: string; body: unknown },
): Promise<void> {
  const { success, output: news } = v.safeParse(News, body)
  refuseUnstorable(success ? news : {})
  await inTransaction(db, async (tx) => {
    const [first] = await tx
      .insert(webhookEvents)
      .values({
        id,
        provider,
        name: success ? news.event : 'unknown',
        body: success ? bare(news) : {},
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id })
    if (first && success) await actUpon(tx, news)
  })
}

async function actUpon(tx: Database, { event, payload }: News) {
  const payment = payload.payment?.entity
  if ((event === 'payment.captured' || event === 'order.paid') && payment) {
    await settlePayment(tx, { ...payment, status: 'captured' })
  }
  if (event === 'payment_link.paid' && payment && payload.payment_link) {
    await settleLink(tx, payload.payment_link.entity.id, payment)
  }
  if (event.startsWith('refund.') && payload.refund) {
    await settleRefund(tx, payload.refund.entity)
  }
}

/** Without what the shopper told the provider: numbers and states are all we keep. */
const bare = ({ event, payload }: News) => ({ event, payload })
