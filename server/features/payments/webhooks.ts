import { Hono } from 'hono'
import * as v from 'valibot'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { webhookEvents } from '#server/database/schema/payments.ts'
import { readBody, rejectUnstorable, decodeText } from '#server/platform/http/readBody.ts'
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

const limits = { maxBytes: 256 * 1024, timeLimitMs: rules.body.timeLimitMs }

/** Receives webhooks of the payment provider. Only signed events are processed. */
export function webhookRoutes(db: Database, provider: PaymentProvider) {
  return new Hono().post('/webhooks/razorpay', async (c) => {
    const raw = decodeText(await readBody(c, limits))
    if (!provider.isWebhookSigned(raw, c.req.header('X-Razorpay-Signature') ?? '')) {
      log.warn('A webhook arrived without a valid signature')
      throw new StoreError('invalid', 'The signature is missing or wrong')
    }
    const id = c.req.header('X-Razorpay-Event-Id')
    if (!id) throw new StoreError('invalid', 'This event has no id')
    await processEvent(db, { id, provider: provider.name, body: parseJson(raw) })
    return c.json({ success: true }, 200, { 'Cache-Control': 'no-store', 'x-api': '1' })
  })
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

const entity = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.object({ entity: schema }))

/** A webhook event, with the fields that are used here. */
const WebhookEvent = v.object({
  event: v.string(),
  payload: v.object({
    payment: entity(ProviderPayment),
    payment_link: entity(ProviderLink),
    refund: entity(ProviderRefund),
  }),
})
type WebhookEvent = v.InferOutput<typeof WebhookEvent>

/**
 * Processes a signed event once: its id and its effects are saved in one transaction. Events may
 * arrive in any order, because each carries the complete status.
 */
async function processEvent(
  db: Database,
  { id, provider, body }: { id: string; provider: string; body: unknown },
): Promise<void> {
  const { success, output: webhookEvent } = v.safeParse(WebhookEvent, body)
  rejectUnstorable(success ? webhookEvent : {})
  await inTransaction(db, async (tx) => {
    const [inserted] = await tx
      .insert(webhookEvents)
      .values({
        id,
        provider,
        name: success ? webhookEvent.event : 'unknown',
        body: success ? toStoredEvent(webhookEvent) : {},
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id })
    if (inserted && success) await applyEvent(tx, webhookEvent)
  })
}

async function applyEvent(tx: Database, { event, payload }: WebhookEvent) {
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

/** Only the parsed fields are stored, without personal data that customers gave the provider. */
const toStoredEvent = ({ event, payload }: WebhookEvent) => ({ event, payload })
