import type { Place } from '#contract/delivery/location.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { nearestPlace, placeById, placesAround, searchPlaces } from './gazetteer.ts'
import { closureAt, listWarehouses, nearestWarehouse } from './warehouses.ts'

/** The number of suggestions for a search. */
const maxSuggestions = 8

/** Delivery availability, and places by name or point. */
export const locationHandlers = {
  checkDelivery: async ({ db, query }) => {
    const point = { latitude: Number(query.latitude), longitude: Number(query.longitude) }
    const warehouse = await nearestWarehouse(db, point)
    if (!warehouse) {
      const closedText = await closureAt(db, point)
      const msg = closedText ?? 'We are not serviceable in your area.'
      return { success: false as const, status: 404, msg, ...(closedText && { closedText }) }
    }
    const { deliveryMinutes: deliveryTime, hasTryAndBuy: tryAndBuy, city } = warehouse
    const hasOthers = (await listWarehouses(db)).length > 1
    const result = {
      ...{ deliveryTime, unit: 'minutes', tryAndBuy, city },
      ...(hasOthers && { warehouse: warehouse.id }),
    }
    return ok({ status: 200 as const, data: { result } })
  },

  searchPlaces: async ({ query: { q } }) =>
    ok({ result: { data: await searchPlaces(q, maxSuggestions) } }),
  readPlacesAround: async ({ query: { lat, lng, km } }) => {
    const point = { latitude: Number(lat), longitude: Number(lng) }
    return ok({ result: { data: await placesAround(point, Number(km)) } })
  },
  readPlace: async ({ params }) => ok({ result: requirePlace(await placeById(params.id ?? '')) }),
  reverseGeocode: async ({ query: { lat, lng } }) =>
    ok({ result: requirePlace(await nearestPlace(Number(lat), Number(lng))) }),
} satisfies FeatureHandlers

function requirePlace(place: Place | undefined): Place {
  if (!place) throw new StoreError('not_found', 'We couldn’t find this place')
  return place
}
