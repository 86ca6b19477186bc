import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import type { MapPlace, Place, PlaceSuggestion, Point } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'
import { textBeside } from '#contract/delivery/streetLine.ts'
import { distanceKm } from '#contract/delivery/distance.ts'
import { createPlaceGrid } from './placeGrid.ts'
import { buildPlaces, type Places, decodeGazetteer } from './gazetteerFile.ts'
import { createPlaceSearch } from './placeSearch.ts'

/** The licences require this text next to the place search. */
export const attribution =
  'PIN code data: India Post, data.gov.in, Government Open Data License – India. ' +
  'City data: GeoNames, CC BY 4.0.'

/** A point farther than this from any post office is not in India. */
const maxDistanceKm = 40
/** Positions of villages are less exact, so within a city a village is more likely a mistake. */
const villagePenaltyKm = 0.5
/** A point within this distance of a place is in it; beyond it the address starts with "Near". */
const neighbourhoodKm = 5

/** Places whose name, city, district, state or pincode begin with the words of `text`. */
export async function searchPlaces(text: string, limit: number): Promise<PlaceSuggestion[]> {
  const { search } = await loadGazetteer()
  return search(text, limit)
}

/** Reads a place by the id of a suggestion; undefined if the id is unknown. */
export async function placeById(id: string): Promise<Place | undefined> {
  const { places } = await loadGazetteer()
  const isPlace = /^\d{1,7}$/.test(id) && Number(id) < places.count
  return isPlace ? places.placeAt(Number(id)) : undefined
}

/** Reverse geocodes a point; undefined outside India. The result keeps the given coordinates. */
export async function nearestPlace(
  latitude: number,
  longitude: number,
): Promise<Place | undefined> {
  const { places, nearest } = await loadGazetteer()
  const point: Point = { latitude, longitude }
  const nearestArea = nearest(point, {
    withinKm: maxDistanceKm,
    accepts: places.isLandmark,
    penaltyKm: (place) => (places.isInTown(place) ? 0 : villagePenaltyKm),
  })
  if (!nearestArea) return undefined
  const { formattedAddress, ...place } = places.placeAt(nearestArea.index)
  const near = nearestArea.km <= neighbourhoodKm ? formattedAddress : `Near ${formattedAddress}`
  return { formattedAddress: near, ...place, ...point }
}

/** Labels need space: on a map that shows 10 km around a point, they are at least 1 km apart. */
const labelsAcross = 10

/**
 * The places to label on a map that shows `km` around a point, best known first. Of places close
 * together, only the best known is labelled.
 */
export async function placesAround(point: Point, km: number): Promise<MapPlace[]> {
  const { places, within } = await loadGazetteer()
  const candidates = within(point, km)
    .filter((index) => places.isLandmark(index) || places.isCity(index))
    .sort((a, b) => places.rankOf(b) - places.rankOf(a) || a - b)
  const chosen: MapPlace[] = []
  for (const index of candidates) {
    if (chosen.length === rules.map.maxNames) break
    const { latitude, longitude, postalCode } = places.placeAt(index)
    const place = { name: places.nameOf(index), postalCode, latitude, longitude }
    if (chosen.every((chosenPlace) => distanceKm(chosenPlace, place) >= km / labelsAcross))
      chosen.push(place)
  }
  return chosen
}

type LoadedGazetteer = {
  places: Places
  search: Awaited<ReturnType<typeof createPlaceSearch>>
} & ReturnType<typeof createPlaceGrid>
let loading: Promise<LoadedGazetteer> | undefined

/** Loads the gazetteer on first use and caches it. */
function loadGazetteer(): Promise<LoadedGazetteer> {
  loading ??= buildGazetteer()
  return loading
}

async function buildGazetteer(): Promise<LoadedGazetteer> {
  const places = await openGazetteer()
  return { places, search: await createPlaceSearch(places), ...createPlaceGrid(places.positions) }
}

/** Reads the gazetteer file beside this module. This takes a moment, so the result is cached. */
async function openGazetteer(): Promise<Places> {
  const compressed = await readFile(gazetteerPath())
  return buildPlaces(decodeGazetteer(await promisify(brotliDecompress)(compressed)))
}

/**
 * The file is beside this module in the source, and beside the bundle or one folder above its chunk
 * in a build.
 */
function gazetteerPath(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((folder) => join(folder, 'gazetteer.br'))
  const path = paths.find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`No gazetteer.br beside ${here}`)
  return path
}

type PostalAddress = { city: string; state: string; postalCode: string }

/** Geocodes an address by its pincode, else by its city. Undefined if neither is known. */
export async function geocodeAddress({
  city,
  state,
  postalCode,
}: PostalAddress): Promise<Place | undefined> {
  return (await findFirstPlace(postalCode)) ?? (await findFirstPlace(`${city} ${state}`))
}

/** No delivery area of a pincode extends farther from its post offices, not even in Ladakh. */
const maxPincodeRadiusKm = 100

/** Whether a point can lie in the area of a pincode; true if the pincode is unknown. */
export async function isInPincode(point: Point, postalCode: string): Promise<boolean> {
  const center = await findFirstPlace(postalCode)
  return center === undefined || distanceKm(center, point) <= maxPincodeRadiusKm
}

const maxAreasOfOneName = 20

/** Whether a text is the name of an area in this city, or of one with this pincode. */
export async function isArea(
  text: string,
  town: Pick<PostalAddress, 'city' | 'postalCode'>,
): Promise<boolean> {
  const isSame = (a: string, b: string) => textBeside(a, []) === textBeside(b, [])
  for (const suggestion of await searchPlaces(text, maxAreasOfOneName)) {
    if (!isSame(suggestion.text, text)) continue
    const place = await placeById(suggestion._id)
    if (place && (isSame(place.city, town.city) || place.postalCode === town.postalCode))
      return true
  }
  return false
}

async function findFirstPlace(text: string): Promise<Place | undefined> {
  const words = text.trim()
  const [place] = words === '' ? [] : await searchPlaces(words, 1)
  return place && (await placeById(place._id))
}

/** What addresses need to know of places. */
export const geocoder = { geocode: geocodeAddress, isInPincode, isArea }
