import type { Place } from '#contract/location.ts'
import type { Gazetteer } from './gazetteerFile.ts'
import { unitsPerDegree } from './placeGrid.ts'

export type Places = ReturnType<typeof buildPlaces>

/** No village has a higher rank. */
const villageRank = 12

/** The places of the file by number, 0 to `count - 1`: those of a pincode stand together. */
export function buildPlaces(gazetteer: Gazetteer) {
  const { areas, pincodes, words, names, nameStarts, latitudes, longitudes, ranks } = gazetteer
  const count = areas.length
  const areaOf = (place: number) => areas[place] ?? 0
  const rankOf = (place: number) => ranks[place] ?? 0
  const nameOf = (place: number) =>
    names.toString('latin1', nameStarts[place] ?? 0, (nameStarts[place + 1] ?? 1) - 1)
  const postalCodeOf = (place: number) => String(pincodes[areaOf(place)] ?? '')

  const areaNames = (area: number) => ({
    city: words[gazetteer.cities[area] ?? 0] ?? '',
    district: words[gazetteer.districts[area] ?? 0] ?? '',
    state: words[gazetteer.states[area] ?? 0] ?? '',
  })

  /** "Indore, Madhya Pradesh 452010": what a name needs to be told from its namesakes. */
  function locationTextFor(place: number): string {
    const { city, state } = areaNames(areaOf(place))
    const where = city === nameOf(place) ? state : `${city}, ${state}`
    return `${where} ${postalCodeOf(place)}`
  }

  function placeAt(place: number): Place {
    const { city, state } = areaNames(areaOf(place))
    return {
      formattedAddress: `${nameOf(place)}, ${locationTextFor(place)}`,
      city,
      state,
      postalCode: postalCodeOf(place),
      latitude: (latitudes[place] ?? 0) / unitsPerDegree,
      longitude: (longitudes[place] ?? 0) / unitsPerDegree,
    }
  }

  /** All places of the same pincode. */
  function placesInSamePincode(place: number): number[] {
    const from = areas.indexOf(areaOf(place))
    const end = areas.indexOf(areaOf(place) + 1, from)
    return Array.from({ length: (end < 0 ? count : end) - from }, (_, at) => from + at)
  }

  return {
    count,
    pincodes,
    positions: { latitudes, longitudes },
    areaOf,
    areaNames,
    placesInSamePincode,
    nameOf,
    placeAt,
    postalCodeOf,
    rankOf,
    locationTextFor,
    /** The first of its pincode, for which a part of a pincode stands. */
    isFirstInPincode: (place: number) => place === 0 || areaOf(place) !== areaOf(place - 1),
    isCity: (place: number) => nameOf(place) === areaNames(areaOf(place)).city,
    isInTown: (place: number) => rankOf(place) > villageRank,
    /** Whether its position is its own: a stand-in would draw its whole neighbourhood to it. */
    isLandmark: (place: number) => gazetteer.landmarks[place] === 1,
  }
}
