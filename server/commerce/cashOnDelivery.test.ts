import fc from 'fast-check'
import { expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import { squaresAround } from './cashOnDelivery.ts'

const metresPerDegree = 111_200
const at = (latitude: number, longitude: number) =>
  squaresAround({ street: '', postalCode: '', latitude, longitude })

test('addresses that count as neighbours share a map square, wherever they are [checkout.5]', () => {
  const metres = fc.double({ min: -1, max: 1, noNaN: true })
  const maxMetres = rules.cash.nearbyKm * 1000
  fc.assert(
    fc.property(
      fc.double({ min: 8, max: 36, noNaN: true }),
      fc.double({ min: 68, max: 97, noNaN: true }),
      metres,
      metres,
      (latitude, longitude, north, east) => {
        const neighbour = at(
          latitude + (north * maxMetres) / metresPerDegree,
          longitude + (east * maxMetres) / metresPerDegree / Math.cos((latitude * Math.PI) / 180),
        )
        const squares = at(latitude, longitude)
        expect(squares.some((square) => neighbour.includes(square))).toBe(true)
        expect(squares.length).toBeLessThanOrEqual(4)
      },
    ),
  )
})

test('an address without a location has no map square', () => {
  expect(squaresAround({ street: '', postalCode: '', latitude: null, longitude: null })).toEqual([])
})
