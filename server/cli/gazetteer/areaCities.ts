import { distanceKm } from '#server/features/location/distanceKm.ts'
import { placeGrid, unitsPerDegree } from '#server/features/location/placeGrid.ts'
import { localityName } from './localityName.ts'
import type { PostalArea, Town } from './postalRows.ts'

/** Cities that have outgrown their district: what shares the first three figures lives in them. */
const metropolitan = new Set([110, 500, 560, 600, 700])

const metropolisReachKm = 45
const cityReachKm = 28
/** Villages as near as this count as the city as well. */
const outskirtsKm = 12
const townReachKm = 10

/**
 * The city to write on an envelope for each area. Pincodes of a city begin with the same three
 * figures, and its main office is number 001; elsewhere it is the town that the office is named
 * after or that is nearest.
 */
export function areaCities(areas: PostalArea[], towns: Town[]): string[] {
  const townOf = nearestTown(towns)
  const hubs = new Map(
    areas.filter(({ pincode }) => pincode % 1000 === 1).map((hub) => [regionOf(hub), hub]),
  )
  return areas.map((area) => {
    const hub = hubs.get(regionOf(area))
    if (hub && belongsTo(area, hub)) return cityName(hub, townOf)
    return cityName(area, townOf)
  })
}

const regionOf = ({ pincode }: PostalArea) => Math.floor(pincode / 1000)

function belongsTo(area: PostalArea, hub: PostalArea): boolean {
  const km = distanceKm(seatOf(area), hub.at)
  if (isMetropolitan(area)) return km <= metropolisReachKm && isUrban(area)
  if (area.district !== hub.district) return false
  return km <= outskirtsKm || (km <= cityReachKm && isUrban(area))
}

const isMetropolitan = (area: PostalArea) =>
  metropolitan.has(regionOf(area)) || area.district.startsWith('Mumbai')

/** Where its main office stands: the middle of a pincode may lie far out among its villages. */
const seatOf = ({ offices, mainOffice, at }: PostalArea) =>
  offices.find(({ name }) => name === mainOffice)?.at ?? at

/** Branch offices serve villages. */
function isUrban({ offices }: PostalArea): boolean {
  return offices.filter(({ isBranch }) => isBranch).length <= offices.length / 2
}

type TownOf = (area: PostalArea) => Town | undefined

function nearestTown(towns: Town[]): TownOf {
  const units = (degrees: number[]) =>
    Int32Array.from(degrees, (at) => Math.round(at * unitsPerDegree))
  const { nearest } = placeGrid({
    latitudes: units(towns.map(({ at }) => at.latitude)),
    longitudes: units(towns.map(({ at }) => at.longitude)),
  })
  return ({ at, state, mainOffice }) => {
    const isNamesake = (index: number) => towns[index]?.name === mainOffice
    const isHere = (index: number) => towns[index]?.state === state
    const found =
      nearest(at, { withinKm: 20, accepts: isNamesake }) ??
      nearest(at, { withinKm: townReachKm, accepts: isHere })
    return found && towns[found.index]
  }
}

function cityName(area: PostalArea, townOf: TownOf): string {
  return townOf(area)?.name ?? localityName(area.mainOffice, [area.district]) ?? area.district
}
