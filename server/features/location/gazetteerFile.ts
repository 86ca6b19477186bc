import type { Place } from '#contract/delivery/location.ts'
import { unitsPerDegree } from './placeGrid.ts'

/**
 * The format of the gazetteer file: columns of variable-length integers, then the names. The file
 * is compressed with Brotli.
 */

/** A pincode and the places in it. Positions are in ten-thousandths of a degree. */
export type Area = {
  pincode: number
  city: string
  district: string
  state: string
  places: AreaPlace[]
}

export type AreaPlace = {
  name: string
  latitude: number
  longitude: number
  /** 0 to 127: a higher rank is more likely to be what shoppers mean. */
  rank: number
  /** Whether the position is exact. Otherwise it is the position of the pincode. */
  isLandmark: boolean
}

/**
 * All places as columns: the name of place `i` is `names[nameStarts[i] .. nameStarts[i + 1] - 1]`.
 */
type Gazetteer = {
  pincodes: Uint32Array
  /** Indexes into `words`, by pincode. */
  cities: Uint16Array
  districts: Uint16Array
  states: Uint16Array
  words: string[]
  /** The index of the pincode, by place. */
  areas: Uint16Array
  latitudes: Int32Array
  longitudes: Int32Array
  ranks: Uint8Array
  landmarks: Uint8Array
  names: Buffer
  nameStarts: Uint32Array
}

/** Encodes areas, which must be sorted by pincode. */
export function encodeGazetteer(areas: Area[]): Buffer {
  const words = [...new Set(areas.flatMap(({ city, district, state }) => [city, district, state]))]
  const numberOf = new Map(words.map((word, at) => [word, at]))
  const places = areas.flatMap((area) => area.places)
  const columns = [
    areas.map(({ pincode }, at) => pincode - (areas[at - 1]?.pincode ?? 0)),
    areas.map(({ city }) => numberOf.get(city) ?? 0),
    areas.map(({ district }) => numberOf.get(district) ?? 0),
    areas.map(({ state }) => numberOf.get(state) ?? 0),
    areas.map((area) => area.places.length),
    places.map(({ rank, isLandmark }) => rank * 2 + Number(isLandmark)),
    deltaEncode(areas, ({ latitude }) => latitude),
    deltaEncode(areas, ({ longitude }) => longitude),
  ]
  const head = Buffer.from(JSON.stringify({ areas: areas.length, places: places.length, words }))
  const names = Buffer.from(places.map(({ name }) => name).join('\n'), 'latin1')
  return Buffer.concat([encodeVarints([head.length]), head, ...columns.map(encodeVarints), names])
}

/**
 * Delta encoding, because places of a pincode are close together, and so are neighbouring pincodes. Negative
 * steps are ZigZag-encoded as odd numbers.
 */
function deltaEncode(areas: Area[], valueOf: (place: AreaPlace) => number): number[] {
  let before = 0
  return areas.flatMap(({ places }) =>
    places.map((place) => {
      const step = valueOf(place) - before
      before = valueOf(place)
      return step < 0 ? -2 * step - 1 : 2 * step
    }),
  )
}

function encodeVarints(numbers: number[]): Buffer {
  const bytes: number[] = []
  for (let rest of numbers) {
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

export function decodeGazetteer(file: Buffer): Gazetteer {
  const next = createReader(file)
  const head = JSON.parse(next.text(next.number())) as Header
  const column = <Numbers extends Uint16Array | Uint32Array>(numbers: Numbers): Numbers => {
    for (let at = 0; at < numbers.length; at++) numbers[at] = next.number()
    return numbers
  }
  const pincodes = column(new Uint32Array(head.areas))
  pincodes.forEach((step, at) => (pincodes[at] = step + (pincodes[at - 1] ?? 0)))
  const cities = column(new Uint16Array(head.areas))
  const districts = column(new Uint16Array(head.areas))
  const states = column(new Uint16Array(head.areas))
  const counts = column(new Uint16Array(head.areas))
  const packedRanks = column(new Uint16Array(head.places))
  return {
    pincodes,
    cities,
    districts,
    states,
    words: head.words,
    areas: areasOf(counts, head.places),
    ranks: Uint8Array.from(packedRanks, (packed) => packed >> 1),
    landmarks: Uint8Array.from(packedRanks, (packed) => packed & 1),
    latitudes: deltaDecode(column(new Uint32Array(head.places))),
    longitudes: deltaDecode(column(new Uint32Array(head.places))),
    ...namesIn(next.rest(), head.places),
  }
}

type Header = { areas: number; places: number; words: string[] }

function createReader(file: Buffer) {
  let at = 0
  const readBytes = (length: number) => file.subarray(at, (at += length))
  return {
    number() {
      let value = 0
      let weight = 1
      for (let byte = 128; byte > 127; weight *= 128) {
        byte = file[at++] ?? 0
        value += (byte % 128) * weight
      }
      return value
    },
    text: (length: number) => readBytes(length).toString(),
    rest: () => file.subarray(at),
  }
}

function areasOf(counts: Uint16Array, places: number): Uint16Array {
  const areas = new Uint16Array(places)
  let start = 0
  counts.forEach((count, area) => areas.fill(area, start, (start += count)))
  return areas
}

function deltaDecode(steps: Uint32Array): Int32Array {
  let position = 0
  return Int32Array.from(steps, (step) => (position += step % 2 ? -(step + 1) / 2 : step / 2))
}

function namesIn(rest: Buffer, places: number) {
  // A copy, so that the buffer of the whole file can be freed.
  const names = Buffer.from(rest)
  const nameStarts = new Uint32Array(places + 1)
  let start = 0
  for (let place = 1; place < places; place++) {
    start = names.indexOf(10, start) + 1
    nameStarts[place] = start
  }
  nameStarts[places] = names.length + 1
  return { names, nameStarts }
}

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
