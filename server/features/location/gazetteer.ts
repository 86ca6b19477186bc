import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import type { MapPlace, Place, PlaceSuggestion, Point } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { distanceKm } from './distanceKm.ts'
import { unpackGazetteer } from './gazetteerFile.ts'
import { placeGrid } from './placeGrid.ts'
import { type Places, buildPlaces } from './places.ts'
import { searchPlaceIndex } from './placeSearch.ts'

/** To be shown where places are searched for: the licences ask for it. */
export const attribution =
  'Pincode data: India Post, data.gov.in, Government Open Data License – India. ' +
  'City data: GeoNames, CC BY 4.0.'

/** Farther than that from any post office is not in India. */
const farthestKm = 40
/** Villages are placed less exactly: in a city, one of them is rather a mistake. */
const villageHandicapKm = 0.5
/** Nearer than that to a place one is in it. */
const neighbourhoodKm = 5

/** Places whose name, city, district, state or pincode begin with the words of `text`. */
export async function searchPlaces(text: string, limit: number): Promise<PlaceSuggestion[]> {
  const { search } = await opened()
  return search(text, limit)
}

/** The place of a suggestion; undefined if there is no such. */
export async function placeById(id: string): Promise<Place | undefined> {
  const { places } = await opened()
  const isPlace = /^\d{1,7}$/.test(id) && Number(id) < places.count
  return isPlace ? places.placeAt(Number(id)) : undefined
}

/** The address of a point on the map; undefined outside India. It keeps the point as it was asked. */
export async function nearestPlace(
  latitude: number,
  longitude: number,
): Promise<Place | undefined> {
  const { places, nearest } = await opened()
  const point: Point = { latitude, longitude }
  const found = nearest(point, {
    withinKm: farthestKm,
    accepts: places.isLandmark,
    handicapKm: (place) => (places.isInTown(place) ? 0 : villageHandicapKm),
  })
  if (!found) return undefined
  const { formattedAddress, ...place } = places.placeAt(found.index)
  const near = found.km <= neighbourhoodKm ? formattedAddress : `Near ${formattedAddress}`
  return { formattedAddress: near, ...place, ...point }
}

/** Names need room: on a map that shows 10 km around a point, they are 1 km apart. */
const namesAcross = 10

/**
 * The places to be named on a map that shows `km` around a point, the best known first. Of places
 * that lie close together, a map of this scale has room for the best known one.
 */
export async function placesAround(point: Point, km: number): Promise<MapPlace[]> {
  const { places, within } = await opened()
  const candidates = within(point, km)
    .filter((index) => places.isLandmark(index) || places.isCity(index))
    .sort((a, b) => places.rankOf(b) - places.rankOf(a) || a - b)
  const chosen: MapPlace[] = []
  for (const index of candidates) {
    if (chosen.length === rules.map.names) break
    const { latitude, longitude, postalCode } = places.placeAt(index)
    const place = { name: places.nameOf(index), postalCode, latitude, longitude }
    if (chosen.every((other) => distanceKm(other, place) >= km / namesAcross)) chosen.push(place)
  }
  return chosen
}

type Opened = {
  places: Places
  search: Awaited<ReturnType<typeof searchPlaceIndex>>
} & ReturnType<typeof placeGrid>
let opening: Promise<Opened> | undefined

/** Opened when first needed, and kept. */
function opened(): Promise<Opened> {
  opening ??= open()
  return opening
}

async function open(): Promise<Opened> {
  const places = await openGazetteer()
  return { places, search: await searchPlaceIndex(places), ...placeGrid(places.positions) }
}

/** Reads the places of India from the file beside this one. Takes a moment, so do it once. */
async function openGazetteer(): Promise<Places> {
  const packed = await readFile(gazetteerPath())
  return buildPlaces(unpackGazetteer(await promisify(brotliDecompress)(packed)))
}

/** Beside this file in the source; beside the bundle, or one above its chunk, when built. */
function gazetteerPath(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((folder) => join(folder, 'gazetteer.br'))
  const path = paths.find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`No gazetteer.br beside ${here}`)
  return path
}

type Written = { city: string; state: string; postalCode: string }

/** Where a written address is: by its pincode, else by its city. Undefined: nobody knows. */
export async function describePoint({
  city,
  state,
  postalCode,
}: Written): Promise<Place | undefined> {
  return (await placeBy(postalCode)) ?? (await placeBy(`${city} ${state}`))
}

/** No delivery area of a pincode reaches farther from its post offices, not even in Ladakh. */
const widestPincodeKm = 100

/** Whether a point can lie in the area of a pincode; true for a pincode that nobody knows. */
export async function isInPincode(point: Point, postalCode: string): Promise<boolean> {
  const center = await placeBy(postalCode)
  return center === undefined || distanceKm(center, point) <= widestPincodeKm
}

async function placeBy(text: string): Promise<Place | undefined> {
  const words = text.trim()
  const [found] = words === '' ? [] : await searchPlaces(words, 1)
  return found && (await placeById(found._id))
}
