import * as v from 'valibot'

import {
  CursorQuery,
  listResponseSchema,
  responseSchema,
  singleLineText,
  type StaffSchemasByCall,
  SuccessResponse,
} from '#contract/api/fields.ts'
import { Id, Instant, NamedWarehouse } from './people.ts'
import { StaffRole } from './roles.ts'

/** A key with which another program uses the staff calls of its role. */
const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  role: StaffRole,
  /** The warehouses that the program works for; all if there is none. */
  warehouses: v.array(NamedWarehouse),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: v.nullable(Instant),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** What a program can work as. Owners and riders are people. */
export const keyRoles = [
  'manager',
  'packer',
  'support',
  'accountant',
] as const satisfies StaffRole[]
export const maxKeyDays = 366
const usualKeyDays = 90

export const NewApiKey = v.object({
  name: singleLineText({ min: 1, max: 60 }),
  role: v.picklist(keyRoles),
  warehouseIds: v.optional(v.array(Id), []),
  /** From 1 to 366. */
  validDays: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxKeyDays)),
    usualKeyDays,
  ),
})
export type NewApiKey = v.InferOutput<typeof NewApiKey>

/** What the store tells other programs about. */
export const WebhookEvent = v.picklist([
  'order.placed',
  'order.changed',
  'refund.changed',
  'stock.low',
])
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>

const isHttps = (url: string) => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === ''
}
const WebhookUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'The address is too long'),
  v.check(isHttps, 'Enter an address that begins with https://'),
)
const WebhookEvents = v.pipe(
  v.array(WebhookEvent),
  v.minLength(1, 'Choose what to send'),
  v.maxLength(WebhookEvent.options.length),
)

/** An address that events of the store are sent to. */
const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(WebhookEvent),
  createdAt: Instant,
  /** When an event last arrived there. */
  deliveredAt: v.nullable(Instant),
  /** Since when everything has failed; null while events arrive. */
  failingSince: v.nullable(Instant),
  /** Nothing is sent while it is paused: by the owner, or because everything failed for long. */
  pausedAt: v.nullable(Instant),
})
export type Webhook = v.InferOutput<typeof Webhook>

export const NewWebhook = v.object({ url: WebhookUrl, events: WebhookEvents })
export type NewWebhook = v.InferOutput<typeof NewWebhook>

export const WebhookChanges = v.object({
  url: v.optional(WebhookUrl),
  events: v.optional(WebhookEvents),
  isPaused: v.optional(v.boolean()),
})
export type WebhookChanges = v.InferOutput<typeof WebhookChanges>

export const DeliveryState = v.picklist(['waiting', 'delivered', 'failed'])

/** An event on its way to one address. */
const WebhookDelivery = v.object({
  id: v.string(),
  /** The same in every try, by which the receiver recognises an event that it has already. */
  eventId: v.string(),
  event: v.picklist([...WebhookEvent.options, 'test']),
  /** The order number, or the code and size of the product. */
  about: v.string(),
  state: DeliveryState,
  tries: v.number(),
  /** Of the last answer; null if there was none. */
  statusCode: v.nullable(v.number()),
  /** Why the last try failed. */
  problem: v.nullable(v.string()),
  createdAt: Instant,
  triedAt: v.nullable(Instant),
  /** When it is tried again. */
  nextTryAt: v.nullable(Instant),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

const DeliveryResponse = responseSchema({ result: WebhookDelivery })
const WebhookResponse = responseSchema({ result: Webhook })
const SecretResponse = responseSchema({
  result: v.object({ secret: v.string(), ...Webhook.entries }),
})

export const connectionCalls = {
  readApiKeys: { response: listResponseSchema(ApiKey) },
  addApiKey: {
    body: NewApiKey,
    /** The key itself is shown this once; only its hash is stored. */
    response: responseSchema({ result: v.object({ key: v.string(), ...ApiKey.entries }) }),
  },
  endApiKey: { response: SuccessResponse },
  readWebhooks: { response: listResponseSchema(Webhook) },
  /** The secret is shown this once, and again after it was made anew. */
  addWebhook: { body: NewWebhook, response: SecretResponse },
  changeWebhook: { body: WebhookChanges, response: WebhookResponse },
  renewWebhookSecret: { response: SecretResponse },
  removeWebhook: { response: SuccessResponse },
  testWebhook: { response: DeliveryResponse },
  readWebhookDeliveries: {
    query: CursorQuery,
    response: responseSchema({
      result: v.object({
        webhook: Webhook,
        data: v.array(WebhookDelivery),
        cursor: v.nullable(v.string()),
      }),
    }),
  },
  sendWebhookAgain: { response: DeliveryResponse },
} satisfies StaffSchemasByCall
