import { distanceKm } from '#contract/delivery/distance.ts'
import type { Point } from '#contract/delivery/location.ts'
import type { Area, AreaPlace } from '#server/features/location/gazetteerFile.ts'
import { createPlaceGrid, unitsPerDegree } from '#server/features/location/placeGrid.ts'
import { formerNamesOf } from '#server/features/location/placeSearch.ts'
import type { Office, PostalArea, Town } from './postalRows.ts'

/** An office without a position gets that of its pincode, unless the pincode is larger than this. */
const villageSpreadKm = 10
const townSpreadKm = 40
const townSearchKm = 12
/** The main office of a large city may be far from its centre. */
const mainOfficeRadiusKm = 20

/** Combines pincodes, post offices and towns into the areas of the gazetteer. */
export function gazetteerAreas(postalAreas: PostalArea[], towns: Town[]): Area[] {
  const cities = areaCities(postalAreas, towns)
  const officesOf = countUrbanOffices(postalAreas, cities)
  const sizeOf = (city: string, state: string) =>
    Math.log2(1 + (officesOf.get(`${city}, ${state}`) ?? 0))

  const areas = postalAreas.map((area, at) => {
    const city = cities[at] ?? area.mainOffice
    const size = sizeOf(city, area.state)
    return {
      pincode: area.pincode,
      city,
      district: area.district || city,
      state: area.state,
      places: area.offices.flatMap((office) => placeOfOffice(office, { area, city, size })),
    }
  })
  addTowns(towns, { areas, postalAreas, sizeOf })
  for (const area of areas) area.places = withoutDuplicates(area.places)
  return areas
}

/** Counts the offices that are not village offices, as a measure of a city's size. */
function countUrbanOffices(postalAreas: PostalArea[], cities: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  postalAreas.forEach(({ offices, state }, at) => {
    const key = `${cities[at]}, ${state}`
    const urban = offices.filter(({ isBranch }) => !isBranch).length
    counts.set(key, (counts.get(key) ?? 0) + urban)
  })
  return counts
}

type AreaContext = { area: PostalArea; city: string; size: number }

function placeOfOffice(office: Office, { area, city, size }: AreaContext): AreaPlace[] {
  const former = formerNamesOf(city)
  const name = localityName(office.name, [city, area.district, ...former])
  const maxSpreadKm = office.isBranch ? villageSpreadKm : townSpreadKm
  const at = office.at ?? (area.spreadKm <= maxSpreadKm ? area.at : undefined)
  // Under its former name, the city would be listed twice.
  if (!name || !at || former.includes(name.toLowerCase())) return []
  return [{ name, ...units(at), rank: rankOf(office, size), isLandmark: office.at !== undefined }]
}

/** Localities of large cities come first, villages last. */
function rankOf({ isBranch, delivers }: Office, size: number): number {
  const rank = isBranch ? 2 + size : 10 + 5 * size + (delivers ? 4 : 0)
  return Math.min(70, Math.round(rank))
}

type TownContext = {
  areas: Area[]
  postalAreas: PostalArea[]
  sizeOf: (city: string, state: string) => number
}

/**
 * Adds each town to the pincode of its main office, else to the nearest pincode of that city, else to the
 * nearest one. A town without a pincode nearby is left out; one that is no office's city ranks as a locality.
 */
function addTowns(towns: Town[], { areas, postalAreas, sizeOf }: TownContext) {
  const { nearest } = createPlaceGrid(gridColumns(postalAreas))
  const added = new Set<string>()
  for (const { name, state, at } of towns) {
    const key = `${name}, ${state}`
    const isMainOffice = (index: number) =>
      postalAreas[index]?.mainOffice === name && isOfCity(index)
    const isOfCity = (index: number) => areas[index]?.city === name && areas[index].state === state
    const nearestArea =
      nearest(at, { withinKm: mainOfficeRadiusKm, accepts: isMainOffice }) ??
      nearest(at, { withinKm: townSearchKm, accepts: isOfCity }) ??
      nearest(at, { withinKm: townSearchKm })
    const area = nearestArea && areas[nearestArea.index]
    const isState = name === state && area?.city !== name
    if (!area || added.has(key) || isState) continue
    added.add(key)
    const size = sizeOf(name, state)
    const rank = size > 0 ? 56 + 8 * size : 10 + 5 * sizeOf(area.city, area.state)
    area.places.unshift({
      name,
      ...units(at),
      rank: Math.min(127, Math.round(rank)),
      // Only the centre of a small town says where an address is; a large city has many pincodes.
      isLandmark: size > 0 && size < 3,
    })
  }
}

/** A town and its post office are one place, and so are two offices of the same name. */
function withoutDuplicates(places: AreaPlace[]): AreaPlace[] {
  const best = new Map<string, AreaPlace>()
  for (const place of places) {
    const key = place.name.toLowerCase()
    const other = best.get(key)
    if (!other || place.rank > other.rank) best.set(key, place)
  }
  return [...best.values()].sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1))
}

function gridColumns(points: { at: Point }[]) {
  const placed = points.map(({ at }) => units(at))
  return {
    latitudes: Int32Array.from(placed, ({ latitude }) => latitude),
    longitudes: Int32Array.from(placed, ({ longitude }) => longitude),
  }
}

const units = ({ latitude, longitude }: Point) => ({
  latitude: Math.round(latitude * unitsPerDegree),
  longitude: Math.round(longitude * unitsPerDegree),
})

/** First three digits of pincodes of cities that are larger than their district. */
const metroPrefixes = new Set([110, 500, 560, 600, 700])

const metroRadiusKm = 45
const cityRadiusKm = 28
/** Villages within this distance belong to the city. */
const suburbRadiusKm = 12
const cityTownRadiusKm = 10

/**
 * The city to write on an envelope for each area. Pincodes of a city begin with the same three
 * digits, and that of its main office ends in 001. Elsewhere it is the town that the office is named
 * after, or the nearest town.
 */
function areaCities(areas: PostalArea[], towns: Town[]): string[] {
  const townOf = nearestTown(towns)
  const hubs = new Map(
    areas.filter(({ pincode }) => pincode % 1000 === 1).map((hub) => [regionOf(hub), hub]),
  )
  return areas.map((area) => {
    const hub = hubs.get(regionOf(area))
    if (hub && belongsToCity(area, hub)) return cityName(hub, townOf)
    return cityName(area, townOf)
  })
}

const regionOf = ({ pincode }: PostalArea) => Math.floor(pincode / 1000)

function belongsToCity(area: PostalArea, hub: PostalArea): boolean {
  const km = distanceKm(mainOfficePosition(area), hub.at)
  if (isMetro(area)) return km <= metroRadiusKm && isUrban(area)
  if (area.district !== hub.district) return false
  return km <= suburbRadiusKm || (km <= cityRadiusKm && isUrban(area))
}

const isMetro = (area: PostalArea) =>
  metroPrefixes.has(regionOf(area)) || area.district.startsWith('Mumbai')

/** The position of the main office; the centre of a pincode may be far away, between its villages. */
const mainOfficePosition = ({ offices, mainOffice, at }: PostalArea) =>
  offices.find(({ name }) => name === mainOffice)?.at ?? at

/** Branch offices serve villages. */
function isUrban({ offices }: PostalArea): boolean {
  return offices.filter(({ isBranch }) => isBranch).length <= offices.length / 2
}

type TownOf = (area: PostalArea) => Town | undefined

function nearestTown(towns: Town[]): TownOf {
  const units = (degrees: number[]) =>
    Int32Array.from(degrees, (at) => Math.round(at * unitsPerDegree))
  const { nearest } = createPlaceGrid({
    latitudes: units(towns.map(({ at }) => at.latitude)),
    longitudes: units(towns.map(({ at }) => at.longitude)),
  })
  return ({ at, state, mainOffice }) => {
    const hasOfficeName = (index: number) => towns[index]?.name === mainOffice
    const isInState = (index: number) => towns[index]?.state === state
    const nearestTown =
      nearest(at, { withinKm: 20, accepts: hasOfficeName }) ??
      nearest(at, { withinKm: cityTownRadiusKm, accepts: isInState })
    return nearestTown && towns[nearestTown.index]
  }
}

function cityName(area: PostalArea, townOf: TownOf): string {
  return townOf(area)?.name ?? localityName(area.mainOffice, [area.district]) ?? area.district
}

/** Post offices that are not named after a place. */
const notAPlace =
  /\b(nodal|e ?com|counter|rms|sorting|parcel|speed ?post|ndc|mdg|bnpl|tmo|delivery cent(re|er)|i ?dc)\b/i

/** Words that are no name on their own: "Indore Nagar" is not shortened to "Nagar". */
const generic =
  /^(nagar|city|town|cantt?|cantonment|camp|east|west|north|south|main|central|road|rural|fort|bazar|courts?|college|university|airport|market|cat|gpo|ho|i+|railway|station|\d+)$/i

/** Expands the abbreviations of the directory and separates words that it joins. */
const expansions: [RegExp, string][] = [
  [/\b(?:N\.?D\.? ?)?[SBH]\.?O\b\.? *\([^)]*\)?/g, ' '],
  [/\b(?:N\.?D\.? ?)?[SBH]\.?O\b\.?|\bG\.?P\.?O\b\.?|\b(?:Delivery|Dely)$/g, ' '],
  [/(Phase|Ph|Sector|Sec|Block|Stage|Extn?|Ward)([IVX]+)$/, '$1 $2'],
  [/([a-z]{2})([A-Z][a-z])/g, '$1 $2'],
  [/\.(?=[A-Za-z]{2})/g, '. '],
  [/\bSec(tr)?\b\.?(?= ?\d)/g, 'Sector '],
  [/\bPh\b\.?(?= ?[IVX\d])/g, 'Phase '],
  [/\b([IVX]+) Bk\b/g, '$1 Block'],
  [/\bExtn?\b\.?/g, 'Extension'],
  [/\bRd\b\.?/g, 'Road'],
  [/\b(R\.? ?S\b\.?|R[Ss])$/g, 'Railway Station'],
]

/**
 * Derives the name of a place from the name of its post office; undefined if it is not named after a
 * place. The directory joins words, and adds the kind of office and the city.
 */
export function localityName(office: string, cities: string[]): string | undefined {
  if (notAPlace.test(office)) return undefined
  const withoutCities = office.replace(/\(([^)]*)\)?/g, (_, inside: string) =>
    isOneOf(cities, inside) ? ' ' : ` ${inside} `,
  )
  const expanded = expansions.reduce(
    (text, [short, long]) => text.replace(short, long),
    /\bS\.?O\b/.test(office) ? office : withoutCities,
  )
  const words = expanded
    .replace(/[^A-Za-z0-9.&/' -]/g, ' ')
    .split(/\s+/)
    .map(capitalize)
    .filter((word) => /[A-Za-z0-9]/.test(word))
  const name = removeCity(words, cities).join(' ')
  return /[A-Za-z]{2}/.test(name) ? name : undefined
}

function removeCity(words: string[], cities: string[]): string[] {
  const [first = '', ...others] = words
  if (isOneOf(cities, first) && isDistinctive(others)) return others
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return isOneOf(cities, last) && isDistinctive(before) ? before : words
}

const isDistinctive = (words: string[]) =>
  words.some((word) => word.length > 3 && !generic.test(word))

const isOneOf = (cities: string[], text: string) =>
  cities.some((city) => city.toLowerCase() === text.trim().toLowerCase())

const lowercaseWords = new Set(['and', 'of', 'ka', 'ki', 'ke'])
function capitalize(word: string): string {
  return lowercaseWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
}
