import { calls } from '#contract/api/calls.ts'
import {
  type Delivery,
  DeliveryResponse,
  type MapPlace,
  MapPlacesResponse,
  type Place,
  PlaceResponse,
  PlacesResponse,
  type PlaceSuggestion,
  type Point,
} from '#contract/delivery/location.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { toastFailure } from '#platform/toasts.ts'

type DeliveryCheck = {
  /** Null where there is none. */
  delivery: Delivery | null
  /** Until when and why there is none, if the store is only closed. */
  closedText?: string | undefined
}

/** Delivery to a point. */
export async function checkDelivery(latitude: string, longitude: string): Promise<DeliveryCheck> {
  const query = { latitude, longitude }
  const response = await parseResponse(DeliveryResponse, request(calls.checkDelivery, { query }))
  return response.success
    ? { delivery: response.data.result }
    : { delivery: null, closedText: response.closedText }
}

async function searchPlaces(q: string): Promise<PlaceSuggestion[]> {
  const { result } = await parseResponse(
    PlacesResponse,
    request(calls.searchPlaces, { query: { q } }),
  )
  return result.data
}

async function readPlace(id: string): Promise<Place> {
  const { result } = await parseResponse(
    PlaceResponse,
    request(calls.readPlace, { params: { id } }),
  )
  return result
}

/** The first place of a PIN code, and delivery to it; undefined for an unknown PIN code. */
export async function readPinCodeDelivery(
  pinCode: string,
): Promise<({ place: Place } & DeliveryCheck) | undefined> {
  const [first] = await searchPlaces(pinCode)
  const place = first && (await readPlace(first._id))
  if (place?.postalCode !== pinCode) return undefined
  return { place, ...(await checkDelivery(String(place.latitude), String(place.longitude))) }
}

async function reverseGeocode({ latitude, longitude }: Point): Promise<Place> {
  const query = { lat: latitude.toFixed(6), lng: longitude.toFixed(6) }
  const { result } = await parseResponse(PlaceResponse, request(calls.reverseGeocode, { query }))
  return result
}

/** Place names on a map that shows `km` around its centre. */
export async function readPlacesAround(
  { latitude, longitude }: Point,
  km: string,
): Promise<MapPlace[]> {
  const query = { lat: latitude.toFixed(6), lng: longitude.toFixed(6), km }
  const { result } = await parseResponse(
    MapPlacesResponse,
    request(calls.readPlacesAround, { query }),
  )
  return result.data
}

/** Prefix of Google's place ids; the store's own are numbers. */
export const googlePrefix = 'google:'

export const toastLookupFailure = () =>
  toastFailure('Something went wrong while fetching your address from google map api.')

/** Finds places by name and by point. */
export type Places = {
  search: (words: string) => Promise<PlaceSuggestion[]>
  /** Rejects if the details cannot be read. */
  read: (id: string) => Promise<Place>
  /** The address of a point. A failure shows a message; undefined if the point is unknown. */
  lookUp: (point: Point) => Promise<Place | undefined>
}

/** The store's own gazetteer of India. */
export const gazetteerPlaces: Places = {
  search: searchPlaces,
  read: readPlace,
  lookUp: (point) =>
    reverseGeocode(point)
      .catch(toastLookupFailure)
      .then((place) => place ?? undefined),
}
