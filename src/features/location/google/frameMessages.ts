import * as v from 'valibot'

import { Place, PlaceSuggestion, Point } from '#contract/delivery/location.ts'

/**
 * Messages between the page and the iframe with Google Maps. Google's code runs in that frame only:
 * the page trusts nothing from there and validates it with these schemas.
 */

const id = v.pipe(v.number(), v.integer())

/** A place on a map, with a letter or a number in its pin. */
const Pin = v.object({
  point: Point,
  label: v.pipe(v.string(), v.maxLength(120)),
  mark: v.optional(v.pipe(v.string(), v.maxLength(3))),
})
export type Pin = v.InferOutput<typeof Pin>
const Pins = v.pipe(v.array(Pin), v.minLength(1), v.maxLength(100))

/** From the page. The response to a request has its `id`. */
export const PageMessage = v.variant('type', [
  v.object({
    type: v.literal('start'),
    key: v.string(),
    mapId: v.string(),
    /** Initial position of the map; missing for searches and lookups only. */
    map: v.optional(
      v.object({
        point: Point,
        zoom: v.number(),
        /** Places to look at, instead of a marker to drag. */
        pins: v.optional(Pins),
      }),
    ),
  }),
  v.object({ type: v.literal('show'), point: Point }),
  v.object({ type: v.literal('pins'), pins: Pins }),
  v.object({ type: v.literal('search'), id, words: v.string() }),
  v.object({ type: v.literal('read'), id, placeId: v.string() }),
  v.object({ type: v.literal('reverse'), id, point: Point }),
])
export type PageMessage = v.InferOutput<typeof PageMessage>

const text = v.pipe(v.string(), v.maxLength(500))

/** From the frame. */
export const FrameMessage = v.variant('type', [
  /** The frame is ready to be started. */
  v.object({ type: v.literal('loaded') }),
  v.object({ type: v.literal('ready') }),
  /** Google Maps cannot be used: no script, a bad key, no quota. */
  v.object({ type: v.literal('failed') }),
  /** The marker was moved. */
  v.object({ type: v.literal('moved'), point: Point }),
  v.object({
    type: v.literal('suggestions'),
    id,
    suggestions: v.pipe(
      v.array(v.object({ ...PlaceSuggestion.entries, text, secondary: text })),
      v.maxLength(20),
    ),
  }),
  /** Null if Google knows no address there. */
  v.object({
    type: v.literal('place'),
    id,
    place: v.nullable(
      v.object({
        ...Place.entries,
        formattedAddress: text,
        city: text,
        state: text,
        postalCode: text,
      }),
    ),
  }),
  v.object({ type: v.literal('refused'), id }),
])
export type FrameMessage = v.InferOutput<typeof FrameMessage>
