import fc from 'fast-check'
import { expect, test } from 'vitest'

import { distanceKm } from '#contract/delivery/distance.ts'
import { isWithinKm, createPlaceGrid, unitsPerDegree } from './placeGrid.ts'

const inIndia = fc.record({
  latitude: fc.double({ min: 8, max: 36, noNaN: true }),
  longitude: fc.double({ min: 69, max: 97, noNaN: true }),
})

const gridOf = (points: { latitude: number; longitude: number }[]) => {
  const units = (degrees: number[]) => Int32Array.from(degrees, (at) => at * unitsPerDegree)
  return createPlaceGrid({
    latitudes: units(points.map(({ latitude }) => latitude)),
    longitudes: units(points.map(({ longitude }) => longitude)),
  })
}

test('finds the same as a full scan', () => {
  fc.assert(
    fc.property(fc.array(inIndia, { minLength: 1, maxLength: 40 }), inIndia, (points, from) => {
      const nearest = Math.min(...points.map((point) => distanceKm(from, point)))

      const found = gridOf(points).nearest(from, { withinKm: 20_000 })

      // The grid stores positions to about ten metres.
      expect(Math.abs((found?.km ?? Infinity) - nearest)).toBeLessThan(0.03)
    }),
  )
})

test('finds nothing beyond the limit or rejected by the filter', () => {
  const indore = { latitude: 22.7179, longitude: 75.8333 }
  const { nearest } = gridOf([indore])

  expect(nearest({ latitude: 22.8, longitude: 75.9 }, { withinKm: 5 })).toBeUndefined()
  expect(nearest(indore, { withinKm: 5, accepts: () => false })).toBeUndefined()
  expect(nearest(indore, { withinKm: 5 })?.index).toBe(0)
})

test('a handicap counts as distance', () => {
  const here = { latitude: 22.7, longitude: 75.8 }
  const { nearest } = gridOf([here, { latitude: 22.705, longitude: 75.8 }])
  const penaltyKm = (index: number) => (index === 0 ? 1 : 0)

  expect(nearest(here, { withinKm: 5 })?.index).toBe(0)
  expect(nearest(here, { withinKm: 5, penaltyKm })?.index).toBe(1)
})

test('finds everything within a distance once, and nothing beyond it', () => {
  const points = fc.array(inIndia, { maxLength: 60 })
  const reach = fc.double({ min: 0.1, max: 400, noNaN: true })
  fc.assert(
    fc.property(points, inIndia, reach, (candidates, from, km) => {
      const found = gridOf(candidates).within(from, km)

      expect(new Set(found).size).toBe(found.length)
      candidates.forEach((candidate, index) => {
        // The grid stores positions to about ten metres.
        const away = distanceKm(from, candidate)
        if (away < km - 0.03) expect(found).toContain(index)
        if (away > km + 0.03) expect(found).not.toContain(index)
      })
    }),
  )
})

const indore = { latitude: 22.7179, longitude: 75.8333 }
const bhopal = { latitude: 23.2547, longitude: 77.4029 }

test('the distance from Indore to Bhopal is about 172 km in both directions', () => {
  expect(distanceKm(indore, bhopal)).toBeCloseTo(171.5, 0)
  expect(distanceKm(bhopal, indore)).toBeCloseTo(distanceKm(indore, bhopal), 6)
})

test('a point has distance 0 to itself and half the globe to its antipode', () => {
  expect(distanceKm(indore, indore)).toBe(0)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(
    20015,
    0,
  )
})

test('a warehouse delivers within its radius only [loc.9]', () => {
  const km = distanceKm(indore, bhopal)

  expect(isWithinKm({ ...indore, radiusKm: km + 0.001 }, bhopal)).toBe(true)
  expect(isWithinKm({ ...indore, radiusKm: km - 0.001 }, bhopal)).toBe(false)
})
