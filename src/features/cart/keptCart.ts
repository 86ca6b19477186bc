import * as v from 'valibot'

import { Cart } from '#contract/cart.ts'

/** A visitor's has no owner. */
export const KeptCart = v.object({ ownerId: v.optional(v.string()), cart: Cart })
export type KeptCart = v.InferOutput<typeof KeptCart>
