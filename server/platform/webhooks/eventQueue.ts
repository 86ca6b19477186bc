import type { WebhookEvent } from '#contract/staff/connections.ts'

/**
 * The kind of the jobs that say what happened in the store. Triggers insert them (`publish_event` in the migrations), in
 * the transaction of the change and whoever makes it: a call, a job or the command line.
 */
export const eventJob = 'event'

/** The payload of such a job. */
export type EventJob = {
  event: WebhookEvent
  /** The id of the order or refund; of a size in stock, those of product, size and warehouse. */
  subject: string
  productId?: string
  size?: string
  warehouseId?: string
}

/** The kind of the jobs that send an event to one address. */
export const webhookJob = 'webhook'
export type WebhookJob = { deliveryId: string }
