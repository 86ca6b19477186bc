import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import * as v from 'valibot'

import type { PlaceSuggestion, Point } from '#contract/delivery/location.ts'
import { type FrameMessage, PageMessage, type Pin } from './frameMessages.ts'
import { type AddressComponent, placeOfGoogle } from './placeOfGoogle.ts'

/**
 * The script of the iframe: it runs Google's code for the page. The policy of its document
 * (`server/app/documents/mapsFrameRoute.ts`) restricts who may embed it, so its parent is the
 * store.
 */

type Start = Extract<PageMessage, { type: 'start' }>
type Google = Awaited<ReturnType<typeof loadGoogle>>

const page = window.parent
const postMessage = (message: FrameMessage) => page.postMessage(message, '*')

let started: Promise<Google> | undefined
let showPoint: (point: Point) => void = () => undefined
let showPins: (pins: Pin[]) => void = () => undefined
/** Google bills the searches for one choice together, by this token. */
let session: google.maps.places.AutocompleteSessionToken | undefined
/** Predictions of the latest search, by id: reading one ends the billing session. */
const predictions = new Map<string, google.maps.places.PlacePrediction>()
/** More than any list shows; older ids are looked up in the store's gazetteer. */
const maxPredictions = 200

addEventListener('message', ({ source, data }) => {
  if (source !== page) return
  const { success, output } = v.safeParse(PageMessage, data)
  if (!success) return
  if (output.type === 'start') start(output)
  else if (output.type === 'show') showPoint(output.point)
  else if (output.type === 'pins') showPins(output.pins)
  else void respond(output)
})
postMessage({ type: 'loaded' })

function start(options: Start): void {
  started ??= loadGoogle(options)
  started.then(
    () => postMessage({ type: 'ready' }),
    () => postMessage({ type: 'failed' }),
  )
}

async function loadGoogle({ key, mapId, map }: Start) {
  // Google calls this when it rejects the key, even after the map has loaded.
  Object.assign(window, { gm_authFailure: () => postMessage({ type: 'failed' }) })
  setOptions({ key, v: 'weekly', language: 'en', region: 'IN' })
  const [places, geocoding] = await Promise.all([
    importLibrary('places'),
    importLibrary('geocoding'),
    map && drawMap(map, mapId),
  ])
  return { ...places, geocoder: new geocoding.Geocoder() }
}

const boundsPaddingPx = 48

function boundsOf(pins: Pin[]): google.maps.LatLngBoundsLiteral {
  const latitudes = pins.map(({ point }) => point.latitude)
  const longitudes = pins.map(({ point }) => point.longitude)
  return {
    ...{ south: Math.min(...latitudes), north: Math.max(...latitudes) },
    ...{ west: Math.min(...longitudes), east: Math.max(...longitudes) },
  }
}

async function drawMap(
  { point, zoom, pins }: NonNullable<Start['map']>,
  mapId: string,
): Promise<void> {
  const [{ Map }, { AdvancedMarkerElement, PinElement }] = await Promise.all([
    importLibrary('maps'),
    importLibrary('marker'),
  ])
  const element = document.querySelector<HTMLElement>('#map')
  if (!element) throw new Error('The document has no element for the map')
  const map = new Map(element, {
    center: literalOf(point),
    zoom,
    mapId,
    colorScheme: 'FOLLOW_SYSTEM',
    gestureHandling: 'greedy',
    clickableIcons: false,
    mapTypeControl: false,
    streetViewControl: false,
    fullscreenControl: false,
  })
  if (pins) {
    let markers: google.maps.marker.AdvancedMarkerElement[] = []
    showPins = (shown) => {
      for (const marker of markers) marker.map = null
      markers = shown.map(
        ({ point: at, label, mark }) =>
          new AdvancedMarkerElement({
            ...{ map, position: literalOf(at), title: label },
            ...(mark && { content: new PinElement({ glyphText: mark }) }),
          }),
      )
    }
    showPins(pins)
    if (pins.length > 1) map.fitBounds(boundsOf(pins), boundsPaddingPx)
    return
  }
  const marker = new AdvancedMarkerElement({
    map,
    position: literalOf(point),
    gmpDraggable: true,
    title: 'Delivery location. Drag to adjust.',
  })
  const move = (to: Point) => {
    marker.position = literalOf(to)
    map.panTo(literalOf(to))
  }
  showPoint = move
  marker.addListener('dragend', () => {
    const to = marker.position && pointOf(marker.position)
    if (to) postMessage({ type: 'moved', point: to })
  })
  map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => {
    if (!latLng) return
    move(pointOf(latLng))
    postMessage({ type: 'moved', point: pointOf(latLng) })
  })
}

async function respond(
  request: Exclude<PageMessage, { type: 'start' | 'show' | 'pins' }>,
): Promise<void> {
  const { id } = request
  try {
    const google = await started
    if (!google) throw new Error('Google Maps was not started')
    if (request.type === 'search') {
      postMessage({ type: 'suggestions', id, suggestions: await search(google, request.words) })
    } else if (request.type === 'read') {
      postMessage({ type: 'place', id, place: await readPlace(request.placeId) })
    } else {
      postMessage({ type: 'place', id, place: await reverse(google, request.point) })
    }
  } catch {
    postMessage({ type: 'refused', id })
  }
}

async function search(google: Google, input: string): Promise<PlaceSuggestion[]> {
  session ??= new google.AutocompleteSessionToken()
  const { suggestions } = await google.AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input,
    includedRegionCodes: ['in'],
    includedPrimaryTypes: ['geocode'],
    language: 'en',
    region: 'in',
    sessionToken: session,
  })
  // The page may still show an earlier list.
  if (predictions.size > maxPredictions) predictions.clear()
  return suggestions.flatMap(({ placePrediction }) => {
    if (!placePrediction) return []
    const { placeId, mainText, secondaryText, text } = placePrediction
    predictions.set(placeId, placePrediction)
    return { _id: placeId, text: (mainText ?? text).text, secondary: secondaryText?.text ?? '' }
  })
}

async function readPlace(placeId: string) {
  const prediction = predictions.get(placeId)
  if (!prediction) throw new Error('This place was not suggested')
  session = undefined
  const { place } = await prediction
    .toPlace()
    .fetchFields({ fields: ['formattedAddress', 'location', 'addressComponents'] })
  if (!place.location) throw new Error('This place has no location')
  const parts = (place.addressComponents ?? []).map(({ longText, types }) => ({
    text: longText ?? '',
    types,
  }))
  return placeOfGoogle({
    formattedAddress: place.formattedAddress ?? prediction.text.text,
    parts,
    point: pointOf(place.location),
  })
}

/** Null if Google knows no address there. */
async function reverse({ geocoder }: Google, point: Point) {
  const { results } = await geocoder
    .geocode({ location: literalOf(point) })
    .catch((error: unknown) => {
      if (codeOf(error) === 'ZERO_RESULTS') return { results: [] }
      throw error
    })
  const named = results.filter(({ types }) => !types.includes('plus_code'))
  const [best] = named
  if (!best) return null
  // The nearest address may lack a part, such as the PIN code, that a wider one has.
  const parts: AddressComponent[] = named.flatMap((result) =>
    result.address_components.map(({ long_name, types }) => ({ text: long_name, types })),
  )
  return placeOfGoogle({ formattedAddress: best.formatted_address, parts, point })
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const literalOf = ({ latitude, longitude }: Point) => ({ lat: latitude, lng: longitude })

function pointOf({ lat, lng }: google.maps.LatLng | google.maps.LatLngLiteral): Point {
  return typeof lat === 'function' && typeof lng === 'function'
    ? { latitude: lat(), longitude: lng() }
    : { latitude: Number(lat), longitude: Number(lng) }
}
