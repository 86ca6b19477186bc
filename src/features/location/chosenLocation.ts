import * as v from 'valibot'

import { Delivery } from '#contract/location.ts'

/** Where the shopper wants it: a saved address or a place, and what the store says of it. */
export const ChosenLocation = v.object({
  /** On one line, as it is shown. */
  text: v.string(),
  city: v.string(),
  latitude: v.string(),
  longitude: v.string(),
  /** Set where it is a saved address. */
  addressId: v.optional(v.string()),
  /** Undefined until it was checked, null where nothing is delivered. */
  delivery: v.optional(v.nullable(Delivery)),
})
export type ChosenLocation = v.InferOutput<typeof ChosenLocation>

export const KeptLocation = v.nullable(ChosenLocation)
