import { distanceKm } from '#server/features/location/distanceKm.ts'
import { placeGrid, unitsPerDegree } from '#server/features/location/placeGrid.ts'
import { localityName } from './localityName.ts'
import type { PostalArea, Town } from './postalRows.ts'

/** First three digits of pincodes of cities that are larger than their district. */
const metroPrefixes = new Set([110, 500, 560, 600, 700])

const metroRadiusKm = 45
const cityRadiusKm = 28
/** Villages within this distance belong to the city. */
const suburbRadiusKm = 12
const townRadiusKm = 10

/**
 * The city to write on an envelope for each area. Pincodes of a city begin with the same three
 * digits, and that of its main office ends in 001. Elsewhere it is the town that the office is named
 * after, or the nearest town.
 */
export function areaCities(areas: PostalArea[], towns: Town[]): string[] {
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
  const { nearest } = placeGrid({
    latitudes: units(towns.map(({ at }) => at.latitude)),
    longitudes: units(towns.map(({ at }) => at.longitude)),
  })
  return ({ at, state, mainOffice }) => {
    const hasOfficeName = (index: number) => towns[index]?.name === mainOffice
    const isInState = (index: number) => towns[index]?.state === state
    const found =
      nearest(at, { withinKm: 20, accepts: hasOfficeName }) ??
      nearest(at, { withinKm: townRadiusKm, accepts: isInState })
    return found && towns[found.index]
  }
}

function cityName(area: PostalArea, townOf: TownOf): string {
  return townOf(area)?.name ?? localityName(area.mainOffice, [area.district]) ?? area.district
}
