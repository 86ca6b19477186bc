import { eq, isNull } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { sandboxEvents } from '#server/database/schema/payments.ts'
import { log } from '#server/platform/observability/log.ts'
import { hexHmac } from '#server/platform/payments/razorpay.ts'
import { backOff, claimDueRows } from '#server/platform/runtime/claimRows.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

type SandboxEvent = typeof sandboxEvents.$inferSelect

/** One webhook request. An event may be delivered more than once and in any order. */
export type Delivery = { id: string; body: string; signature: string }

type WebhookDeps = {
  db: Database
  webhookSecret: string
  /** Sends a request to the store's own app (`app.request`). */
  send: (path: string, init: RequestInit) => Response | Promise<Response>
}

/** With the poll for changed orders a payment shows on an open page within 2 s. */
const intervalMs = 500
const batchSize = 50
const retries = { firstMs: 5000, maxMs: hourMs }

/** Delivers the events of the sandbox to the webhook of the store. */
export const startWebhookDelivery = (deps: WebhookDeps) =>
  repeat(intervalMs, async () => {
    for (const event of await claimDueEvents(deps.db)) {
      const response = await deliverEvent(deps, signEvent(event, deps.webhookSecret)).catch(
        () => undefined,
      )
      if (response?.ok) await markDelivered(deps.db, event.id)
      else log.warn({ event: event.id }, 'The webhook rejected an event, which will be sent again')
    }
  })

/** Signs an event as the provider does. */
export const signEvent = ({ id, body }: SandboxEvent, webhookSecret: string): Delivery => ({
  id,
  body,
  signature: hexHmac(webhookSecret, body),
})

export async function deliverEvent({ send }: Pick<WebhookDeps, 'send'>, delivery: Delivery) {
  return send('/api/webhooks/razorpay', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Razorpay-Signature': delivery.signature,
      'X-Razorpay-Event-Id': delivery.id,
    },
    body: delivery.body,
  })
}

/** Each event is claimed by one process. An event that is not delivered is retried with growing delays. */
const claimDueEvents = (db: Database): Promise<SandboxEvent[]> =>
  claimDueRows(db, sandboxEvents, {
    dueAt: sandboxEvents.dueAt,
    where: isNull(sandboxEvents.deliveredAt),
    limit: batchSize,
    lease: { dueAt: backOff(sandboxEvents.tries, retries) },
  })

async function markDelivered(db: Database, id: string) {
  await db.update(sandboxEvents).set({ deliveredAt: clock.now() }).where(eq(sandboxEvents.id, id))
}
