import * as v from 'valibot'

import { NewAddress } from '#contract/account/account.ts'
import { Receiver } from '#contract/cart/cart.ts'
import { Latitude, Longitude } from '#contract/delivery/location.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { BoardState } from './orderMoves.ts'
import { Instant } from './people.ts'

/** States in which the address can be corrected: until the order leaves, and after a failed delivery until it leaves again. */
export const correctableStates = [
  'new',
  'packing',
  'ready',
  'failed',
] as const satisfies BoardState[]

/** What the correction did, as the timeline and the history say it. */
export const addressCorrected = 'corrected the address'

export const CorrectAddress = v.object({
  /** The state that the person saw. If the order is in another one, the correction is refused with 409. */
  from: BoardState,
  /** How often the address was corrected before, as the person saw it. If it was more often, somebody was faster: 409. */
  corrections: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** As the shopper's form sends it. */
  address: NewAddress,
  /** Who receives the order, and their phone; null for the customer. Without it, that stays as it is. */
  receiver: v.optional(v.nullable(Receiver)),
})
export type CorrectAddress = v.InferOutput<typeof CorrectAddress>

/** What the form asks about a PIN code while somebody types it, and about the point of a saved address. */
export const PlaceQuery = v.object({
  postalCode: v.pipe(v.string(), v.check(isPinCode)),
  latitude: v.optional(Latitude),
  longitude: v.optional(Longitude),
})
export type PlaceQuery = v.InferOutput<typeof PlaceQuery>

/** The place of a PIN code, and the warehouses whose area it or the point is in, the nearest first. */
export const DeliveryPlace = v.object({
  /** Null for a PIN code that nobody knows. */
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
  warehouses: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** A closed warehouse gets no new orders; those that it has are still sent. */
      isOpen: v.boolean(),
      /** The promise of an order that is placed now. */
      promisedBy: Instant,
    }),
  ),
})
export type DeliveryPlace = v.InferOutput<typeof DeliveryPlace>
