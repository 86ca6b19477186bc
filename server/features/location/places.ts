import type { Place } from '#contract/location.ts'
import type { Gazetteer } from './gazetteerFile.ts'
import { unitsPerDegree } from './placeGrid.ts'

export type Places = ReturnType<typeof buildPlaces>

/** Villages have at most this rank. */
const maxVillageRank = 12

/** The places by number, 0 to `count - 1`. Places of a pincode have consecutive numbers. */
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

  /** "Indore, Madhya Pradesh 452010": distinguishes places with the same name. */
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

  /** Finds all places with a pincode. */
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
    /** Whether it is the first place of its pincode, which incomplete pincodes match. */
    isFirstInPincode: (place: number) => place === 0 || areaOf(place) !== areaOf(place - 1),
    isCity: (place: number) => nameOf(place) === areaNames(areaOf(place)).city,
    isInTown: (place: number) => rankOf(place) > maxVillageRank,
    /**
     * Whether the position is exact. Places at the position of their pincode would attract every
     * point around it.
     */
    isLandmark: (place: number) => gazetteer.landmarks[place] === 1,
  }
}
