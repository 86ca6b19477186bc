import * as v from 'valibot'

import { Product } from '#contract/product.ts'

/** A tap on a heart that the store has not answered yet; sent again it changes nothing twice. */
const HeartChange = v.object({ key: v.string(), isKept: v.boolean(), product: Product })
export type HeartChange = v.InferOutput<typeof HeartChange>

export const KeptChanges = v.object({
  ownerId: v.optional(v.string()),
  changes: v.array(HeartChange),
})
export type KeptChanges = v.InferOutput<typeof KeptChanges>
