import * as v from 'valibot'

import { Cart, CartLine } from '#contract/cart.ts'

/** The bag on this device. A guest's has no owner. */
export const KeptCart = v.object({
  ownerId: v.optional(v.string()),
  cart: Cart,
  /** When the server last said so; in ms since 1970. */
  readAt: v.optional(v.number()),
  /**
   * A guest's lines on their way into the account. Each is sent under a key made of the merge's id,
   * so that one whose answer was lost can be sent again, on a later visit too, and is added once.
   */
  merge: v.optional(v.object({ id: v.string(), lines: v.array(CartLine) })),
})
export type KeptCart = v.InferOutput<typeof KeptCart>
