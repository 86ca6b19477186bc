import { expect, test } from 'vitest'

import { distanceKm, isWithinKm } from './distanceKm.ts'

const indore = { latitude: 22.7179, longitude: 75.8333 }
const bhopal = { latitude: 23.2547, longitude: 77.4029 }

test('the way from Indore to Bhopal is some 172 km, in both directions', () => {
  expect(distanceKm(indore, bhopal)).toBeCloseTo(171.5, 0)
  expect(distanceKm(bhopal, indore)).toBeCloseTo(distanceKm(indore, bhopal), 6)
})

test('a point is no distance from itself, and half the globe from its opposite', () => {
  expect(distanceKm(indore, indore)).toBe(0)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(
    20015,
    0,
  )
})

test('a warehouse reaches as far as its radius and no farther [loc.9]', () => {
  const km = distanceKm(indore, bhopal)

  expect(isWithinKm({ ...indore, radiusKm: km + 0.001 }, bhopal)).toBe(true)
  expect(isWithinKm({ ...indore, radiusKm: km - 0.001 }, bhopal)).toBe(false)
})
