import * as v from 'valibot'

import {
  type SchemasByCall,
  optionalField,
  responseSchema,
  SuccessResponse,
  WarehouseQuery,
} from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'

export const Topic = v.picklist(['orders', 'restock', 'price', 'offers'])
export type Topic = v.InferOutput<typeof Topic>

const base64url = /^[\w-]+=*$/

/** A browser's push subscription, as `PushSubscription.toJSON()` returns it. */
export const Subscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.maxLength(200), v.regex(base64url)),
    auth: v.pipe(v.string(), v.maxLength(60), v.regex(base64url)),
  }),
})

/** The notification preferences of a browser. Order updates are sent at any hour. */
export const PushPreferences = v.object({
  topics: v.pipe(v.array(Topic), v.maxLength(Topic.options.length)),
  /** Only order updates from 21:00 to 09:00. */
  hasQuietHours: v.optional(v.boolean(), true),
  offersPerWeek: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(rules.push.maxOffersPerWeek)),
    rules.push.offersPerWeek,
  ),
})
export type PushPreferences = v.InferOutput<typeof PushPreferences>

/** Body of `POST /push/subscribe`; sent again to change the preferences. */
export const Subscribe = v.object({ subscription: Subscription, ...PushPreferences.entries })
/** Names one of the customer's browsers. */
export const SubscribedBrowser = v.object({ subscription: v.pick(Subscription, ['endpoint']) })
/**
 * Body of `POST /push/renew`, with which the service worker, which has no token, reports that the browser
 * has replaced a subscription. Only the browser and the server know the previous one.
 */
export const RenewSubscription = v.object({ previous: Subscription, subscription: Subscription })
export const PushKeyResponse = responseSchema({ result: v.object({ publicKey: v.string() }) })

/** Body of `POST` and `DELETE /products/{id}/notify`. */
export const ProductAlertRequest = v.object({
  kind: v.picklist(['restock', 'price']),
  size: optionalField(v.pipe(v.string(), v.maxLength(40))),
  /** A text message is sent too, for customers whom no notification reaches. */
  bySms: v.optional(v.boolean()),
})
export type ProductAlertRequest = v.InferOutput<typeof ProductAlertRequest>

/**
 * A push message in the format of Declarative Web Push, which browsers that support it show without
 * the service worker. It contains no data of the customer.
 */
export const PushMessage = v.object({
  web_push: v.literal(8030),
  /** The number on the icon of the installed store: orders under way. */
  app_badge: v.optional(v.number()),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** The absolute URL that a tap opens. */
    navigate: v.string(),
    /** A newer notification with the same tag replaces it. */
    tag: v.string(),
    lang: v.optional(v.string()),
  }),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

export const pushReads = { readPushKey: { response: PushKeyResponse } } satisfies SchemasByCall

export const notificationCalls = {
  renewSubscription: { body: RenewSubscription, response: SuccessResponse },
  subscribe: { body: Subscribe, response: SuccessResponse },
  unsubscribe: { body: SubscribedBrowser, response: SuccessResponse },
  sendTestPush: { body: SubscribedBrowser, response: SuccessResponse },
  addProductAlert: { query: WarehouseQuery, body: ProductAlertRequest, response: SuccessResponse },
  removeProductAlert: { body: ProductAlertRequest, response: SuccessResponse },
} satisfies SchemasByCall
