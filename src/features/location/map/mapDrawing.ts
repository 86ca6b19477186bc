import type { MapPlace, Point } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'

/** A place on the map, in pixels from its centre. */
type PlaceLabel = MapPlace &
  MapPixel & {
    /** Corners of its area, as the `points` of a polygon. */
    outline: string
    /** Centre of its label; undefined if there is no room for it. */
    nameAt: MapPixel | undefined
  }

const halfHeightPx = rules.map.heightPx / 2
/** Radius for place names, larger than the map, so that dragging shows no empty areas. */
export const labelRadiusPx = 600

/** Space that a label needs, with 12 px text. */
const characterPx = 6.6
const labelPaddingPx = 6
const nameHeightPx = 18
const belowDotPx = 16

/** Covered areas of the map: the pin, whose tip is in the centre, the tooltip, and the controls. */
const overlays = (halfWidthPx: number): Box[] => [
  { left: -20, right: 20, top: -48, bottom: 6 },
  { left: -62, right: 62, top: -halfHeightPx, bottom: -127 },
  { left: halfWidthPx - 60, right: halfWidthPx, top: -halfHeightPx, bottom: -66 },
  { left: halfWidthPx - 60, right: halfWidthPx, top: 115, bottom: halfHeightPx },
  { left: -halfWidthPx, right: 110 - halfWidthPx, top: 140, bottom: halfHeightPx },
]

type View = { middle: Point; zoom: number; widthPx: number }

/**
 * Lays out the places around `middle`, the best known first: each with its Voronoi cell, and its
 * label below its dot or elsewhere in the cell, where it covers neither the controls nor the label
 * of a better known place.
 */
export function layOutPlaces(places: MapPlace[], { middle, zoom, widthPx }: View): PlaceLabel[] {
  const halfWidthPx = widthPx / 2
  const origin = toPixel(middle, zoom)
  const positioned = places.map((place) => {
    const { x, y } = toPixel(place, zoom)
    return { ...place, x: x - origin.x, y: y - origin.y }
  })
  const edges = { left: -halfWidthPx, right: halfWidthPx, top: -halfHeightPx, bottom: halfHeightPx }
  const occupied = overlays(halfWidthPx)
  const isFree = (box: Box) =>
    isInside(box, edges) && !occupied.some((other) => overlap(box, other))

  return positioned.map((place) => {
    const cell = voronoiCell(place, positioned)
    const visiblePart = clipToMap(cell, edges)
    const centre = visiblePart.length > 0 ? centreOf(visiblePart) : undefined
    const candidates = [
      { x: place.x, y: place.y + belowDotPx },
      ...(centre ? labelOffsetsPx.map((dy) => ({ x: centre.x, y: centre.y + dy })) : []),
    ]
    const nameAt = candidates.find((at) => isFree(boxOf(place.name, at)))
    if (nameAt) occupied.push(boxOf(place.name, nameAt))
    const outline = cell.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    return { ...place, outline, nameAt }
  })
}

/**
 * Where a label may be instead of below its dot: vertical offsets from the centre of the visible
 * part of the cell, on it or clear of the pin.
 */
const labelOffsetsPx = [0, 34, -74]

/** `at` is the centre of the label. */
function boxOf(name: string, { x, y }: MapPixel): Box {
  const halfName = (name.length * characterPx) / 2 + labelPaddingPx
  return {
    left: x - halfName,
    right: x + halfName,
    top: y - nameHeightPx / 2,
    bottom: y + nameHeightPx / 2,
  }
}

type Box = { left: number; right: number; top: number; bottom: number }

const isInside = (box: Box, edges: Box) =>
  box.left >= edges.left &&
  box.right <= edges.right &&
  box.top >= edges.top &&
  box.bottom <= edges.bottom

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The Voronoi cell of `place`, clipped to a square. */
function voronoiCell(place: MapPixel, others: MapPixel[]): MapPixel[] {
  const far = labelRadiusPx * 2
  let corners: MapPixel[] = [
    { x: -far, y: -far },
    { x: far, y: -far },
    { x: far, y: far },
    { x: -far, y: far },
  ]
  for (const other of others) if (other !== place) corners = clipHalfPlane(corners, place, other)
  return corners
}

/**
 * The visible part of a polygon, clipped at each edge of the map: an edge is the line halfway between
 * the map's centre and its mirror image behind the edge.
 */
function clipToMap(corners: MapPixel[], { left, right, top, bottom }: Box): MapPixel[] {
  const mirrored: [inside: MapPixel, outside: MapPixel][] = [
    [
      { x: 0, y: 0 },
      { x: 2 * left, y: 0 },
    ],
    [
      { x: 0, y: 0 },
      { x: 2 * right, y: 0 },
    ],
    [
      { x: 0, y: 0 },
      { x: 0, y: 2 * top },
    ],
    [
      { x: 0, y: 0 },
      { x: 0, y: 2 * bottom },
    ],
  ]
  return mirrored.reduce((rest, [inside, outside]) => clipHalfPlane(rest, inside, outside), corners)
}

/** The mean of the corners, which lies inside because cells are convex. */
function centreOf(corners: MapPixel[]): MapPixel {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) }
}

/**
 * Clips a polygon at the line halfway between `inside` and `outside`, keeping the side of `inside`.
 */
function clipHalfPlane(corners: MapPixel[], inside: MapPixel, outside: MapPixel): MapPixel[] {
  const across = { x: outside.x - inside.x, y: outside.y - inside.y }
  const halfway = { x: (inside.x + outside.x) / 2, y: (inside.y + outside.y) / 2 }
  /** Negative on the side that is kept. */
  const side = ({ x, y }: MapPixel) => (x - halfway.x) * across.x + (y - halfway.y) * across.y
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const [here, there] = [side(corner), side(next)]
    const clipped = here <= 0 ? [corner] : []
    if (here <= 0 === there <= 0) return clipped
    const ratio = here / (here - there)
    const cut = {
      x: corner.x + (next.x - corner.x) * ratio,
      y: corner.y + (next.y - corner.y) * ratio,
    }
    return [...clipped, cut]
  })
}

const scales = [50, 100, 200, 500, 1000, 2000, 5000, 10_000]
const longestScalePx = 90

/** The round distance for a scale bar of at most 90 px. */
export function scaleOf(middle: Point, zoom: number): { widthPx: number; text: string } {
  const metres = metresPerPixel(middle, zoom)
  const length = scales.findLast((scale) => scale / metres <= longestScalePx) ?? 50
  const text = length < 1000 ? `${length} m` : `${length / 1000} km`
  return { widthPx: length / metres, text }
}

/** A position in the Mercator projection at a zoom level, in pixels from the north-west corner. */
type MapPixel = { x: number; y: number }

const worldPx = (zoom: number) => 256 * 2 ** zoom
const equatorMetres = 40_075_017
const radians = Math.PI / 180

export function toPixel({ latitude, longitude }: Point, zoom: number = rules.map.zoom): MapPixel {
  const sine = Math.sin(latitude * radians)
  return {
    x: ((longitude + 180) / 360) * worldPx(zoom),
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPx(zoom),
  }
}

export function toPoint({ x, y }: MapPixel, zoom: number = rules.map.zoom): Point {
  const angle = Math.PI * (1 - (2 * y) / worldPx(zoom))
  return {
    latitude: Math.atan(Math.sinh(angle)) / radians,
    longitude: (x / worldPx(zoom)) * 360 - 180,
  }
}

export const metresPerPixel = ({ latitude }: Point, zoom: number): number =>
  (equatorMetres * Math.cos(latitude * radians)) / worldPx(zoom)
