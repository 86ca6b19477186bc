import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Area, encodeGazetteer, decodeGazetteer } from './gazetteerFile.ts'

const name = fc.stringMatching(/^[A-Z][a-z.' -]{0,20}$/)
const aPlace = fc.record({
  name,
  latitude: fc.integer({ min: 60_000, max: 380_000 }),
  longitude: fc.integer({ min: 680_000, max: 980_000 }),
  rank: fc.integer({ min: 0, max: 127 }),
  isLandmark: fc.boolean(),
})
const someAreas = fc.uniqueArray(
  fc.record({
    pincode: fc.integer({ min: 110_001, max: 999_999 }),
    city: name,
    district: name,
    state: name,
    places: fc.array(aPlace, { maxLength: 6 }),
  }),
  { selector: ({ pincode }) => pincode, minLength: 1, maxLength: 20 },
)

test('decoding returns what was encoded', () => {
  fc.assert(
    fc.property(someAreas, (areas) => {
      const inOrder = areas.sort((a, b) => a.pincode - b.pincode)

      expect(areasIn(encodeGazetteer(inOrder))).toEqual(inOrder)
    }),
  )
})

function areasIn(file: Buffer): Area[] {
  const found = decodeGazetteer(file)
  const word = (column: Uint16Array, area: number) => found.words[column[area] ?? 0] ?? ''
  const areas = Array.from(found.pincodes, (pincode, area): Area => {
    const [city, district, state] = [found.cities, found.districts, found.states].map((column) =>
      word(column, area),
    )
    return { pincode, city: city ?? '', district: district ?? '', state: state ?? '', places: [] }
  })
  found.areas.forEach((area, place) => {
    const [start = 0, end = 0] = found.nameStarts.subarray(place, place + 2)
    areas[area]?.places.push({
      name: found.names.toString('latin1', start, end - 1),
      latitude: found.latitudes[place] ?? 0,
      longitude: found.longitudes[place] ?? 0,
      rank: found.ranks[place] ?? 0,
      isLandmark: found.landmarks[place] === 1,
    })
  })
  return areas
}
