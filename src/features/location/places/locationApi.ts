import { calls } from '#contract/api/calls.ts'
import {
  type Delivery,
  DeliveryReply,
  type MapPlace,
  MapPlacesReply,
  type Place,
  PlaceReply,
  PlacesReply,
  type PlaceSuggestion,
  type Point,
} from '#contract/location.ts'
import { request, send } from '#platform/api/http.ts'

/** What the store says of a point; null where nothing is delivered. */
export async function checkDelivery(latitude: string, longitude: string): Promise<Delivery | null> {
  const query = { latitude, longitude }
  const answer = await send(DeliveryReply, request(calls.checkDelivery, { query }))
  return answer.success ? answer.data.result : null
}

export async function searchPlaces(q: string): Promise<PlaceSuggestion[]> {
  const { result } = await send(PlacesReply, request(calls.searchPlaces, { query: { q } }))
  return result.data
}

export async function readPlace(id: string): Promise<Place> {
  const { result } = await send(PlaceReply, request(calls.readPlace, { params: { id } }))
  return result
}

export async function reversePlace({ latitude, longitude }: Point): Promise<Place> {
  const query = { lat: latitude.toFixed(6), lng: longitude.toFixed(6) }
  const { result } = await send(PlaceReply, request(calls.reversePlace, { query }))
  return result
}

/** The places to be named on a map that shows `km` around its middle. */
export async function readPlacesAround(
  { latitude, longitude }: Point,
  km: string,
): Promise<MapPlace[]> {
  const query = { lat: latitude.toFixed(6), lng: longitude.toFixed(6), km }
  const { result } = await send(MapPlacesReply, request(calls.readPlacesAround, { query }))
  return result.data
}
