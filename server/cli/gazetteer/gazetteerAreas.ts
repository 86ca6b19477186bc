import type { Point } from '#contract/location.ts'
import { formerNamesOf } from '#server/features/location/placeSearch.ts'
import type { Area, AreaPlace } from '#server/features/location/gazetteerFile.ts'
import { placeGrid, unitsPerDegree } from '#server/features/location/placeGrid.ts'
import { areaCities } from './areaCities.ts'
import { localityName } from './localityName.ts'
import type { Office, PostalArea, Town } from './postalRows.ts'

/** Where an office has no position of its own it gets its pincode's, if that is no larger. */
const villageAreaKm = 10
const townAreaKm = 40
const townReachKm = 12
/** The main office of a large city may lie far from its middle. */
const mainOfficeReachKm = 20

/** Every pincode with the places in it, and the towns put where they belong. */
export function gazetteerAreas(postalAreas: PostalArea[], towns: Town[]): Area[] {
  const cities = areaCities(postalAreas, towns)
  const officesOf = urbanOffices(postalAreas, cities)
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
      places: area.offices.flatMap((office) => placeAt(office, { area, city, size })),
    }
  })
  settle(towns, { areas, postalAreas, sizeOf })
  for (const area of areas) area.places = withoutTwins(area.places)
  return areas
}

/** How large a city is, as far as the directory tells: its offices that serve no village. */
function urbanOffices(postalAreas: PostalArea[], cities: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  postalAreas.forEach(({ offices, state }, at) => {
    const key = `${cities[at]}, ${state}`
    const urban = offices.filter(({ isBranch }) => !isBranch).length
    counts.set(key, (counts.get(key) ?? 0) + urban)
  })
  return counts
}

type Surroundings = { area: PostalArea; city: string; size: number }

function placeAt(office: Office, { area, city, size }: Surroundings): AreaPlace[] {
  const former = formerNamesOf(city)
  const name = localityName(office.name, [city, area.district, ...former])
  const largest = office.isBranch ? villageAreaKm : townAreaKm
  const at = office.at ?? (area.spreadKm <= largest ? area.at : undefined)
  // By its former name the city would stand there twice.
  if (!name || !at || former.includes(name.toLowerCase())) return []
  return [{ name, ...units(at), rank: rankOf(office, size), isLandmark: office.at !== undefined }]
}

/** Localities of large cities come first, villages last. */
function rankOf({ isBranch, delivers }: Office, size: number): number {
  const rank = isBranch ? 2 + size : 10 + 5 * size + (delivers ? 4 : 0)
  return Math.min(70, Math.round(rank))
}

type Country = {
  areas: Area[]
  postalAreas: PostalArea[]
  sizeOf: (city: string, state: string) => number
}

/**
 * Puts each town into the pincode of its main office, else into the nearest, and that first into
 * one of its own. A town on no map stays out; one that no office calls its city is a locality.
 */
function settle(towns: Town[], { areas, postalAreas, sizeOf }: Country) {
  const { nearest } = placeGrid(columnsOf(postalAreas))
  const taken = new Set<string>()
  for (const { name, state, at } of towns) {
    const key = `${name}, ${state}`
    const isMain = (index: number) => postalAreas[index]?.mainOffice === name && isIts(index)
    const isIts = (index: number) => areas[index]?.city === name && areas[index].state === state
    const home =
      nearest(at, { withinKm: mainOfficeReachKm, accepts: isMain }) ??
      nearest(at, { withinKm: townReachKm, accepts: isIts }) ??
      nearest(at, { withinKm: townReachKm })
    const area = home && areas[home.index]
    const isState = name === state && area?.city !== name
    if (!area || taken.has(key) || isState) continue
    taken.add(key)
    const size = sizeOf(name, state)
    const rank = size > 0 ? 56 + 8 * size : 10 + 5 * sizeOf(area.city, area.state)
    area.places.unshift({
      name,
      ...units(at),
      rank: Math.min(127, Math.round(rank)),
      // The middle of a large city lies in one of many pincodes; that of a small town is the town.
      isLandmark: size > 0 && size < 3,
    })
  }
}

/** A town and its post office are one place; so are two offices of one name in one pincode. */
function withoutTwins(places: AreaPlace[]): AreaPlace[] {
  const best = new Map<string, AreaPlace>()
  for (const place of places) {
    const key = place.name.toLowerCase()
    const other = best.get(key)
    if (!other || place.rank > other.rank) best.set(key, place)
  }
  return [...best.values()].sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1))
}

function columnsOf(points: { at: Point }[]) {
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
