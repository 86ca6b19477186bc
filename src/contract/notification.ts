import * as v from 'valibot'

import { reply } from './reply.ts'

export const Topic = v.picklist(['orders', 'restock', 'price', 'offers'])
export type Topic = v.InferOutput<typeof Topic>

/** A browser's push subscription, as `PushSubscription.toJSON()` writes it. */
export const Subscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})

export const Subscribe = v.object({ subscription: Subscription, topics: v.array(Topic) })
export const Unsubscribe = v.object({ subscription: v.pick(Subscription, ['endpoint']) })
export const PushKeyReply = reply({ result: v.object({ publicKey: v.string() }) })

/** Body of `POST` and `DELETE /products/{id}/notify`. */
export const Notice = v.object({
  kind: v.picklist(['restock', 'price']),
  size: v.optional(v.string()),
})
