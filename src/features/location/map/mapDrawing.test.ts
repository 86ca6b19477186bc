import { expect, test } from 'vitest'

import { drawPlaces, scaleOf } from './mapDrawing.ts'
import { toPixel, toPoint } from './mercator.ts'

const middle = { latitude: 22.7533, longitude: 75.8937 }

/** A place so many pixels from the middle of a map at zoom 15. */
function placeAt(name: string, x: number, y: number) {
  const origin = toPixel(middle)
  return { name, postalCode: '452010', ...toPoint({ x: origin.x + x, y: origin.y + y }) }
}

const view = { middle, zoom: 15, widthPx: 360 }
const namesOn = (places: ReturnType<typeof placeAt>[], zoom = 15) =>
  drawPlaces(places, { ...view, zoom })
    .filter(({ nameAt }) => nameAt)
    .map(({ name }) => name)

test('a name stands below its dot, and never over the name of a better known place [loc.4] [loc.11]', () => {
  const [known, other] = drawPlaces(
    [placeAt('Vijay Nagar', 80, 30), placeAt('Dewas Naka', 90, 34)],
    view,
  )

  expect(known?.nameAt?.x).toBeCloseTo(80, 0)
  expect(known?.nameAt?.y).toBeCloseTo(46, 0)
  expect(Math.abs((other?.nameAt?.y ?? 0) - (known?.nameAt?.y ?? 0))).toBeGreaterThanOrEqual(18)
})

test('the place under the pin is named beside it, one beyond the edge on its own ground [loc.4] [loc.11]', () => {
  const [under, beyond] = drawPlaces(
    [placeAt('Vijay Nagar', 0, -20), placeAt('Palasia', 0, 330)],
    view,
  )

  expect(Math.abs(under?.nameAt?.y ?? 0)).toBeGreaterThan(20)
  expect(beyond?.nameAt?.y).toBeGreaterThan(155)
  expect(beyond?.nameAt?.y).toBeLessThan(175)
})

test('what lies beyond the edge is named once the map is zoomed out [loc.11]', () => {
  const far = [placeAt('Vijay Nagar', 0, 60), placeAt('Rajwada', 0, 600)]

  expect(namesOn(far)).toEqual(['Vijay Nagar'])
  expect(namesOn(far, 13)).toEqual(['Vijay Nagar', 'Rajwada'])
})

test('the ground between two places is divided halfway [loc.11]', () => {
  const [west, east] = drawPlaces([placeAt('West', -100, 0), placeAt('East', 100, 0)], view)

  const corners = (outline = '') => outline.split(' ').map((corner) => Number(corner.split(',')[0]))
  expect(Math.max(...corners(west?.outline))).toBeCloseTo(0, 0)
  expect(Math.min(...corners(east?.outline))).toBeCloseTo(0, 0)
})

test.each([
  [15, '200 m'],
  [14, '500 m'],
  [11, '5 km'],
])('the scale at zoom %i is a round distance [loc.11]', (zoom, text) => {
  const scale = scaleOf(middle, zoom)

  expect(scale.text).toBe(text)
  expect(scale.widthPx).toBeGreaterThan(36)
  expect(scale.widthPx).toBeLessThanOrEqual(90)
})
