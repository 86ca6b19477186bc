import { expect, test } from 'vitest'

import { layOutPlaces, scaleOf, toPixel, toPoint } from './mapDrawing.ts'

const middle = { latitude: 22.7533, longitude: 75.8937 }

/** A place with an offset in pixels from the middle of a map at zoom 15. */
function placeAt(name: string, x: number, y: number) {
  const origin = toPixel(middle)
  return { name, postalCode: '452010', ...toPoint({ x: origin.x + x, y: origin.y + y }) }
}

const view = { middle, zoom: 15, widthPx: 360 }
const namesOn = (places: ReturnType<typeof placeAt>[], zoom = 15) =>
  layOutPlaces(places, { ...view, zoom })
    .filter(({ nameAt }) => nameAt)
    .map(({ name }) => name)

/** The controls and the pin on a map 360 px wide, in pixels from its centre. */
const controls = [
  { what: 'the pin', left: -15, right: 15, top: -41, bottom: 0 },
  { what: 'the tooltip', left: -50, right: 50, top: -163, bottom: -134 },
  { what: 'the zoom buttons', left: 124, right: 168, top: -163, bottom: -71 },
  { what: 'the current location button', left: 124, right: 168, top: 119, bottom: 163 },
  { what: 'the scale', left: -168, right: -78, top: 145, bottom: 163 },
]

/** The box of a label, 12 px high, centred at a point. */
function labelBoxAt(name: string, { x, y }: { x: number; y: number }) {
  const halfWidth = (name.length * 6.6) / 2
  return { left: x - halfWidth, right: x + halfWidth, top: y - 6, bottom: y + 6 }
}

const positions = Array.from({ length: 47 * 45 }, (_, at) => ({
  x: ((at % 47) - 23) * 8,
  y: (Math.floor(at / 47) - 22) * 8,
}))

test.each(['Ujjain', 'Vijay Nagar Scheme 54'])(
  'the label %s never covers edges, pin and controls [loc.4] [loc.11]',
  (name) => {
    const names = positions.flatMap(({ x, y }) => {
      const nameAt = layOutPlaces([placeAt(name, x, y)], view)[0]?.nameAt
      return nameAt ? [labelBoxAt(name, nameAt)] : []
    })

    expect(names).toHaveLength(positions.length)
    expect(Math.min(...names.map(({ left }) => left))).toBeGreaterThan(-176)
    expect(Math.max(...names.map(({ right }) => right))).toBeLessThan(176)
    expect(Math.min(...names.map(({ top }) => top))).toBeGreaterThan(-173)
    expect(Math.max(...names.map(({ bottom }) => bottom))).toBeLessThan(173)
    for (const { what, left, right, top, bottom } of controls) {
      const covering = names.filter(
        (letters) =>
          letters.left < right &&
          letters.right > left &&
          letters.top < bottom &&
          letters.bottom > top,
      )
      expect(covering, what).toEqual([])
    }
  },
)

test('a label is below its dot and never covers a better-known place’s label [loc.4] [loc.11]', () => {
  const [known, other] = layOutPlaces(
    [placeAt('Vijay Nagar', 80, 30), placeAt('Dewas Naka', 90, 34)],
    view,
  )

  expect(known?.nameAt?.x).toBeCloseTo(80, 0)
  expect(known?.nameAt?.y).toBeCloseTo(46, 0)
  expect(Math.abs((other?.nameAt?.y ?? 0) - (known?.nameAt?.y ?? 0))).toBeGreaterThanOrEqual(18)
})

test('the place under the pin is labelled beside it, one beyond the edge inside its area [loc.4] [loc.11]', () => {
  const [under, beyond] = layOutPlaces(
    [placeAt('Vijay Nagar', 0, -20), placeAt('Palasia', 0, 330)],
    view,
  )

  expect(under?.nameAt?.x).toBeCloseTo(0, 0)
  expect(under?.nameAt?.y).toBeGreaterThan(20)
  expect(beyond?.nameAt?.y).toBeGreaterThan(155)
  expect(beyond?.nameAt?.y).toBeLessThan(175)
})

test('places beyond the edge are labelled once the map is zoomed out [loc.11]', () => {
  const far = [placeAt('Vijay Nagar', 0, 60), placeAt('Rajwada', 0, 600)]

  expect(namesOn(far)).toEqual(['Vijay Nagar'])
  expect(namesOn(far, 13)).toEqual(['Vijay Nagar', 'Rajwada'])
})

type Edge = Record<'at' | 'other' | 'shown', [number, number]> & { edge: string }

test.each<Edge>([
  { edge: 'left', at: [-330, 0], other: [100, 0], shown: [-148, 0] },
  { edge: 'right', at: [330, -20], other: [-100, -20], shown: [148, 0] },
  { edge: 'top', at: [-200, -330], other: [33, 55], shown: [-127, -143] },
])(
  'a place beyond the $edge edge is labelled in the visible part of its area [loc.11]',
  ({ at, other, shown }) => {
    const [beyond] = layOutPlaces([placeAt('Ujjain', ...at), placeAt('Rajwada', ...other)], view)

    expect(beyond?.nameAt?.x).toBeCloseTo(shown[0], -1)
    expect(beyond?.nameAt?.y).toBeCloseTo(shown[1], -1)
  },
)

/** The corners of an area. */
function boundsOf(outline = '') {
  const corners = outline.split(' ').map((corner) => corner.split(',').map(Number))
  const [xs, ys] = [corners.map(([x]) => x ?? NaN), corners.map(([, y]) => y ?? NaN)]
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

test('the area between two places is divided halfway [loc.11]', () => {
  const [west, east] = layOutPlaces([placeAt('West', -100, 0), placeAt('East', 60, 0)], view)

  expect(boundsOf(west?.outline).right).toBeCloseTo(-20, 0)
  expect(boundsOf(east?.outline).left).toBeCloseTo(-20, 0)
})

test('areas extend beyond the edges, so that dragging shows no gap [loc.4]', () => {
  const [only] = layOutPlaces([placeAt('Indore', 40, -30)], view)

  const { left, right, top, bottom } = boundsOf(only?.outline)
  expect(Math.max(left, top)).toBeLessThan(-600)
  expect(Math.min(right, bottom)).toBeGreaterThan(600)
})

test.each([
  [15, '200 m'],
  [14, '500 m'],
  [13, '1 km'],
  [11, '5 km'],
])('the scale at zoom %i is a round distance [loc.11]', (zoom, text) => {
  const scale = scaleOf(middle, zoom)

  expect(scale.text).toBe(text)
  expect(scale.widthPx).toBeGreaterThan(36)
  expect(scale.widthPx).toBeLessThanOrEqual(90)
})
