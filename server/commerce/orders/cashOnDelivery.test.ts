import fc from 'fast-check'
import { expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import { squaresAround } from './cashOnDelivery.ts'

const metresPerDegree = 111_200
const at = (latitude: number, longitude: number) =>
  squaresAround({ street: '', postalCode: '', latitude, longitude })

test('addresses that count as neighbours share a map square, wherever they are [checkout.5]', () => {
  const place = fc.record({
    latitude: fc.double({ min: 8, max: 36, noNaN: true }),
    longitude: fc.double({ min: 68, max: 97, noNaN: true }),
    north: fc.double({ min: -1, max: 1, noNaN: true }),
    east: fc.double({ min: -1, max: 1, noNaN: true }),
  })
  const maxMetres = rules.cashPerAddress.nearbyKm * 1000
  fc.assert(
    fc.property(place, ({ latitude, longitude, north, east }) => {
      const metresEast = metresPerDegree * Math.cos((latitude * Math.PI) / 180)
      const neighbour = at(
        latitude + (north * maxMetres) / metresPerDegree,
        longitude + (east * maxMetres) / metresEast,
      )
      const squares = at(latitude, longitude)
      expect(squares.some((square) => neighbour.includes(square))).toBe(true)
      expect(squares.length).toBeLessThanOrEqual(4)
    }),
  )
})

test('an address without a location has no map square', () => {
  expect(squaresAround({ street: '', postalCode: '', latitude: null, longitude: null })).toEqual([])
})
