import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { listDeliveries, sendAgain, sendTest } from './deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  readWebhook,
  recordRenewal,
  removeWebhook,
  renewSecret,
} from './endpoints.ts'

/** The addresses that events go to, and the log of what was sent. */
export const webhookHandlers = {
  readWebhooks: async ({ db }) => ok({ result: { data: await listWebhooks(db) } }),

  addWebhook: {
    begin: async ({ staff: { db, record }, body }) =>
      ok({ result: { secret: '', ...(await addWebhook(db, body, record)) } }),
    // After the response was stored for retries, so that the secret is not stored with it. A retry gets a new one.
    finish: async ({ db }, { result }) =>
      ok({ result: { ...result, secret: await renewSecret(db, result.id) } }),
  },

  changeWebhook: async ({ staff: { db, record }, params, body }) =>
    ok({ result: await changeWebhook(db, { id: params.id ?? '', changes: body }, record) }),

  renewWebhookSecret: {
    begin: async ({ staff: { db, record }, params }) =>
      ok({ result: { secret: '', ...(await recordRenewal(db, params.id ?? '', record)) } }),
    finish: async ({ db }, { result }) =>
      ok({ result: { ...result, secret: await renewSecret(db, result.id) } }),
  },

  removeWebhook: async ({ staff: { db, record }, params }) => {
    await removeWebhook(db, params.id ?? '', record)
    return ok({})
  },

  testWebhook: async ({ staff: { db, record }, params }) =>
    ok({ result: await sendTest(db, params.id ?? '', record) }),

  readWebhookDeliveries: async ({ db, params, query }) => {
    const webhook = await readWebhook(db, params.id ?? '')
    return ok({ result: { webhook, ...(await listDeliveries(db, webhook.id, query.cursor)) } })
  },

  sendWebhookAgain: async ({ staff: { db, record }, params }) => {
    const { id: endpointId = '', deliveryId = '' } = params
    return ok({ result: await sendAgain(db, { endpointId, deliveryId }, record) })
  },
} satisfies FeatureHandlers
