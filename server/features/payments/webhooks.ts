import { Hono } from 'hono'
import * as v from 'valibot'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { webhookEvents } from '#server/database/schema/payments.ts'
import { readBody, textOf } from '#server/platform/http/readBody.ts'
import { rejectUnstorable } from '#server/platform/http/storable.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import {
  type PaymentProvider,
  ProviderLink,
  ProviderPayment,
  ProviderRefund,
} from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { settleLink } from './paymentLinks.ts'
import { settleRefund } from './sendRefunds.ts'
import { settlePayment } from './settlePayment.ts'

const limits = { maxBytes: 256 * 1024, arriveMs: rules.body.arriveMs }

/** Where the provider tells what happened there. Its words count only as it has signed them. */
export function webhookRoutes(db: Database, provider: PaymentProvider) {
  return new Hono().post('/webhooks/razorpay', async (c) => {
    const raw = textOf(await readBody(c, limits))
    if (!provider.isWebhookSigned(raw, c.req.header('X-Razorpay-Signature') ?? '')) {
      log.warn('A webhook came without the signature of the provider')
      throw new StoreError('invalid', 'This is not signed')
    }
    const id = c.req.header('X-Razorpay-Event-Id')
    if (!id) throw new StoreError('invalid', 'This event has no id')
    await hearProvider(db, { id, provider: provider.name, body: parsed(raw) })
    return c.json({ success: true }, 200, { 'Cache-Control': 'no-store', 'x-api': '1' })
  })
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

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
async function hearProvider(
  db: Database,
  { id, provider, body }: { id: string; provider: string; body: unknown },
): Promise<void> {
  const { success, output: news } = v.safeParse(News, body)
  rejectUnstorable(success ? news : {})
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
