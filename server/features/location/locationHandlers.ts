import type { Place } from '#contract/location.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { nearestPlace, placeById, placesAround, searchPlaces } from './gazetteer.ts'
import { nearestWarehouse } from './warehouses.ts'

/** How many places a search suggests. */
const suggested = 8

/** Where the store delivers, and how fast; and places by name or by a point on the map. */
export const locationHandlers: Handlers = {
  checkDelivery: async ({ db, query }) => {
    const point = { latitude: Number(query.latitude), longitude: Number(query.longitude) }
    const warehouse = await nearestWarehouse(db, point)
    if (!warehouse) {
      return { success: false as const, status: 404, msg: 'We are not serviceable in your area.' }
    }
    const { deliveryMinutes: deliveryTime, hasTryAndBuy: tryAndBuy, city } = warehouse
    const result = { deliveryTime, unit: 'minutes', tryAndBuy, city }
    return ok({ status: 200 as const, data: { result } })
  },

  searchPlaces: async ({ query: { q } }) =>
    ok({ result: { data: await searchPlaces(q, suggested) } }),
  readPlacesAround: async ({ query: { lat, lng, km } }) => {
    const point = { latitude: Number(lat), longitude: Number(lng) }
    return ok({ result: { data: await placesAround(point, Number(km)) } })
  },
  readPlace: async ({ params }) => ok({ result: found(await placeById(params.id ?? '')) }),
  reversePlace: async ({ query: { lat, lng } }) =>
    ok({ result: found(await nearestPlace(Number(lat), Number(lng))) }),
}

function found(place: Place | undefined): Place {
  if (!place) throw new StoreError('not_found', 'This place is not known')
  return place
}
