import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { heldIds } from '#server/database/heldIds.ts'
import { sandboxEvents } from '#server/database/sandboxTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import { hexHmac } from '#server/platform/paymentSignature.ts'
import { repeat } from '#server/platform/repeat.ts'

type SandboxEvent = typeof sandboxEvents.$inferSelect

/** One call to the webhook. An event may be delivered any number of times, in any order. */
export type Delivery = { id: string; body: string; signature: string }

type WebhookParts = {
  db: Database
  webhookSecret: string
  /** The store's own door, `app.request`. */
  send: (path: string, init: RequestInit) => Response | Promise<Response>
}

const pauseMs = 1000
const atOnce = 50
const longestPauseS = 3600

/** Tells the store what happened at the sandbox, a moment after it did. */
export const startWebhooks = (parts: WebhookParts) =>
  repeat(pauseMs, async () => {
    for (const event of await takeDue(parts.db)) {
      const answer = await deliver(parts, signed(event, parts.webhookSecret)).catch(() => undefined)
      if (answer?.ok) await markDelivered(parts.db, event.id)
      else log.warn({ event: event.id }, 'The webhook did not take an event; it is sent again')
    }
  })

/** The event as the provider delivers it. */
export const signed = ({ id, body }: SandboxEvent, webhookSecret: string): Delivery => ({
  id,
  body,
  signature: hexHmac(webhookSecret, body),
})

export async function deliver({ send }: Pick<WebhookParts, 'send'>, delivery: Delivery) {
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

/** Each is taken by one process; what is not delivered is due again, later each time. */
async function takeDue(db: Database): Promise<SandboxEvent[]> {
  const now = clock.now()
  const due = db
    .select({ id: sandboxEvents.id })
    .from(sandboxEvents)
    .where(and(isNull(sandboxEvents.deliveredAt), lte(sandboxEvents.dueAt, now)))
    .orderBy(asc(sandboxEvents.dueAt))
    .limit(atOnce)
  return db
    .update(sandboxEvents)
    .set({
      tries: sql`${sandboxEvents.tries} + 1`,
      dueAt: sql`${now.toISOString()}::timestamptz + least(${longestPauseS}, power(2, least(${sandboxEvents.tries}, 12)) * 5) * interval '1 second'`,
    })
    .where(eq(sandboxEvents.id, heldIds(sandboxEvents, due)))
    .returning()
}

async function markDelivered(db: Database, id: string) {
  await db.update(sandboxEvents).set({ deliveredAt: clock.now() }).where(eq(sandboxEvents.id, id))
}
