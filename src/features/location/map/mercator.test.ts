import { expect, test } from 'vitest'

import { metresPerPixel, toPixel, toPoint } from './mapDrawing.ts'

const indore = { latitude: 22.7196, longitude: 75.8577 }

test.each([11, 15, 17])(
  'a point converted to pixels at zoom %i and back is the same point [loc.4]',
  (zoom) => {
    const back = toPoint(toPixel(indore, zoom), zoom)

    expect(back.latitude).toBeCloseTo(indore.latitude, 9)
    expect(back.longitude).toBeCloseTo(indore.longitude, 9)
  },
)

test('up is north, right is east, and at zoom 15 a pixel is some four metres in India [loc.4]', () => {
  const { x, y } = toPixel(indore)
  const moved = toPoint({ x: x + 100, y: y - 100 })

  const metresNorth = (moved.latitude - indore.latitude) * 111_320
  const metresEast =
    (moved.longitude - indore.longitude) * 111_320 * Math.cos((22.72 * Math.PI) / 180)
  expect(metresNorth / 100).toBeCloseTo(4.4, 1)
  expect(metresEast / 100).toBeCloseTo(4.4, 1)
  expect(metresPerPixel(indore, 15)).toBeCloseTo(4.4, 1)
  expect(metresPerPixel(indore, 14)).toBeCloseTo(8.8, 1)
})
