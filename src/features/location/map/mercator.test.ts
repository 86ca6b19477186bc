import { expect, test } from 'vitest'

import { onSheet, pointAt } from './mercator.ts'

const indore = { latitude: 22.7196, longitude: 75.8577 }

test('a point put on the map and read from it is the same point [loc.4]', () => {
  const back = pointAt(onSheet(indore))

  expect(back.latitude).toBeCloseTo(indore.latitude, 9)
  expect(back.longitude).toBeCloseTo(indore.longitude, 9)
})

test('up on the map is north and right is east, some four metres a pixel in India [loc.4]', () => {
  const { x, y } = onSheet(indore)
  const moved = pointAt({ x: x + 100, y: y - 100 })

  const metresNorth = (moved.latitude - indore.latitude) * 111_320
  const metresEast =
    (moved.longitude - indore.longitude) * 111_320 * Math.cos((22.72 * Math.PI) / 180)
  expect(metresNorth / 100).toBeCloseTo(4.4, 1)
  expect(metresEast / 100).toBeCloseTo(4.4, 1)
})
