import * as v from 'valibot'

import {
  type SchemasByCall,
  listResponseSchema,
  refusal,
  responseSchema,
  singleLineText,
} from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'

const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(/^-?\d{1,3}(\.\d{1,20})?$/),
    v.check((text) => Math.abs(Number(text)) <= limit, `Not between -${limit} and ${limit}`),
  )

export const Latitude = degrees(90)
export const Longitude = degrees(180)

/** A point on the map, in degrees. */
export const Point = v.object({ latitude: v.number(), longitude: v.number() })
export type Point = v.InferOutput<typeof Point>

/** Query of `GET /warehouse/check-delivery`: either pair of names, both as text. */
export const DeliveryQuery = v.union([
  v.object({ latitude: Latitude, longitude: Longitude }),
  v.pipe(
    v.object({ lat: Latitude, lng: Longitude }),
    v.transform(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
  ),
])

export const Delivery = v.object({
  deliveryTime: v.number(),
  unit: v.string(),
  tryAndBuy: v.boolean(),
  city: v.string(),
  /** The warehouse that delivers, where the store has several: their stock differs. Stored locations may lack it. */
  warehouse: v.optional(v.string()),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const DeliveryResponse = v.variant('success', [
  responseSchema({ status: v.literal(200), data: v.object({ result: Delivery }) }),
  v.object({
    ...refusal.entries,
    /** Until when and why the warehouse of this place is closed, as sentences for the shopper. */
    closedText: v.optional(v.string()),
  }),
])

const PlaceQuery = v.object({
  q: singleLineText({ min: 2, max: 80 }),
})

export const PlaceSuggestion = v.object({
  _id: v.string(),
  text: v.string(),
  secondary: v.string(),
})
export type PlaceSuggestion = v.InferOutput<typeof PlaceSuggestion>
export const PlacesResponse = listResponseSchema(PlaceSuggestion)

export const Place = v.object({
  formattedAddress: v.string(),
  /** The part of the city, where the source names streets as well; the gazetteer knows only areas. */
  area: v.optional(v.string()),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  latitude: v.number(),
  longitude: v.number(),
})
export type Place = v.InferOutput<typeof Place>
export const PlaceResponse = responseSchema({ result: Place })

const ReverseGeocodeQuery = v.object({ lat: Latitude, lng: Longitude })

/** Query of `GET /places/around`: the centre of a map, and its radius. */
export const AroundQuery = v.object({
  lat: Latitude,
  lng: Longitude,
  km: v.pipe(
    v.string(),
    v.regex(/^\d{1,2}(\.\d{1,3})?$/),
    v.check((text) => Number(text) > 0 && Number(text) <= rules.map.maxDistanceKm, 'Too far'),
  ),
})

/** A place name on a map. */
export const MapPlace = v.object({
  name: v.string(),
  postalCode: v.string(),
  latitude: v.number(),
  longitude: v.number(),
})
export type MapPlace = v.InferOutput<typeof MapPlace>
export const MapPlacesResponse = listResponseSchema(MapPlace)

export const locationReads = {
  checkDelivery: { query: DeliveryQuery, response: DeliveryResponse },
  searchPlaces: { query: PlaceQuery, response: PlacesResponse },
  reverseGeocode: { query: ReverseGeocodeQuery, response: PlaceResponse },
  readPlacesAround: { query: AroundQuery, response: MapPlacesResponse },
  readPlace: { response: PlaceResponse },
} satisfies SchemasByCall
