import * as v from 'valibot'

import { Delivery } from '#contract/delivery/location.ts'

/** The delivery location: a saved address or a place, and whether the store delivers there. */
export const ChosenLocation = v.object({
  /** The address on one line. */
  text: v.string(),
  city: v.string(),
  latitude: v.string(),
  longitude: v.string(),
  /** Set for a saved address. */
  addressId: v.optional(v.string()),
  /** Undefined until it was checked; null where there is no delivery. */
  delivery: v.optional(v.nullable(Delivery)),
  /** Why there is no delivery for now, in sentences. */
  closedText: v.optional(v.string()),
  /** Whether the check failed, so that `delivery` is null although the store may deliver there. */
  isUnconfirmed: v.optional(v.boolean()),
})
export type ChosenLocation = v.InferOutput<typeof ChosenLocation>

export const SavedLocation = v.nullable(ChosenLocation)
