import * as v from 'valibot'

import { Order } from '#contract/order.ts'

/** An order and when the store last said it was so; `listedAt` is when it last told all of them. */
const KnownOrders = v.object({
  orders: v.array(v.object({ order: Order, at: v.number() })),
  listedAt: v.optional(v.number()),
})
export type KnownOrders = v.InferOutput<typeof KnownOrders>

export const KeptOrders = v.object({ ownerId: v.optional(v.string()), known: KnownOrders })
export type KeptOrders = v.InferOutput<typeof KeptOrders>
