import type { Point } from '#contract/location.ts'
import { distanceKm } from './distanceKm.ts'

/** Positions in ten-thousandths of a degree, as the file of places has them. */
export type Positions = { latitudes: Int32Array; longitudes: Int32Array }

export const unitsPerDegree = 10_000

/** India lies in this box, from its southern and western edge. */
const south = 6
const west = 68
const rows = 320
const columns = 300
const cellsPerDegree = 10
/** No cell is narrower, not even in the far north. */
const cellKm = 8.6

type Nearest = {
  withinKm: number
  accepts?: (index: number) => boolean
  /** Counted as if it lay so much farther away. */
  handicapKm?: (index: number) => number
}

/** Finds places by their distance without looking at all of them: cell by cell, from the inside out. */
export function placeGrid({ latitudes, longitudes }: Positions) {
  const { starts, members } = sorted({ latitudes, longitudes })
  const pointOf = (index: number): Point => ({
    latitude: (latitudes[index] ?? 0) / unitsPerDegree,
    longitude: (longitudes[index] ?? 0) / unitsPerDegree,
  })

  function nearest(
    point: Point,
    { withinKm, accepts = () => true, handicapKm = () => 0 }: Nearest,
  ) {
    const found = { index: -1, km: withinKm }
    const look = (cell: number) => {
      for (let at = starts[cell] ?? 0; at < (starts[cell + 1] ?? 0); at++) {
        const index = members[at] ?? 0
        if (!accepts(index)) continue
        const km = distanceKm(point, pointOf(index)) + handicapKm(index)
        if (km <= found.km) Object.assign(found, { index, km })
      }
    }
    for (let ring = 0; (ring - 1) * cellKm <= found.km; ring++)
      ringAround(point, ring).forEach(look)
    return found.index < 0 ? undefined : found
  }

  /** Every place within that distance, in no particular order. */
  function within(point: Point, km: number): number[] {
    const rings = Math.ceil(km / cellKm)
    const cells = Array.from({ length: rings + 1 }, (_, ring) => ringAround(point, ring)).flat()
    // The corners of a ring are named twice.
    return [...new Set(cells)]
      .flatMap((cell) => Array.from(members.subarray(starts[cell], starts[cell + 1])))
      .filter((index) => distanceKm(point, pointOf(index)) <= km)
  }

  return { nearest, within }
}

/** The members of each cell one after another; cell `c` has those from `starts[c]` on. */
function sorted({ latitudes, longitudes }: Positions) {
  const cells = latitudes.map((latitude, index) =>
    cellAt(latitude / unitsPerDegree, (longitudes[index] ?? 0) / unitsPerDegree),
  )
  const starts = new Uint32Array(rows * columns + 1)
  for (const cell of cells) if (cell >= 0) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  for (let cell = 1; cell < starts.length; cell++) {
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  }
  const free = starts.slice()
  const members = new Uint32Array(latitudes.length)
  cells.forEach((cell, index) => {
    if (cell < 0) return
    const at = free[cell] ?? 0
    members[at] = index
    free[cell] = at + 1
  })
  return { starts, members }
}

function cellAt(latitude: number, longitude: number): number {
  return cellOf(rowAt(latitude), columnAt(longitude))
}

const rowAt = (latitude: number) => Math.floor((latitude - south) * cellsPerDegree)
const columnAt = (longitude: number) => Math.floor((longitude - west) * cellsPerDegree)
const cellOf = (row: number, column: number) =>
  row < 0 || row >= rows || column < 0 || column >= columns ? -1 : row * columns + column

/** The cells `ring` steps away from the point's own. */
function ringAround({ latitude, longitude }: Point, ring: number): number[] {
  const row = rowAt(latitude)
  const column = columnAt(longitude)
  if (ring === 0) return [cellOf(row, column)].filter((cell) => cell >= 0)
  const steps = Array.from({ length: 2 * ring }, (_, step) => step - ring)
  return steps
    .flatMap((step) => [
      cellOf(row - ring, column + step),
      cellOf(row + ring, column - step),
      cellOf(row - step, column - ring),
      cellOf(row + step, column + ring),
    ])
    .filter((cell) => cell >= 0)
}
