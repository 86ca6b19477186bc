import { distanceKm } from '#contract/delivery/distance.ts'
import type { Point } from '#contract/delivery/location.ts'

/** Positions in units of 1/10,000 degree, as the gazetteer file stores them. */
type Positions = { latitudes: Int32Array; longitudes: Int32Array }

export const unitsPerDegree = 10_000

/** The grid covers India from this southern and western edge, in degrees. */
const south = 6
const west = 68
const rows = 320
const columns = 300
const cellsPerDegree = 10
/** The minimum width of a cell, at the northern edge. */
const cellKm = 8.6

type NearestOptions = {
  withinKm: number
  accepts?: (index: number) => boolean
  /** Added to the distance of a place, to rank it lower. */
  penaltyKm?: (index: number) => number
}

/** A spatial grid index: it searches cells in rings around a point. */
export function createPlaceGrid({ latitudes, longitudes }: Positions) {
  const { starts, members } = sortByCell({ latitudes, longitudes })
  const pointOf = (index: number): Point => ({
    latitude: (latitudes[index] ?? 0) / unitsPerDegree,
    longitude: (longitudes[index] ?? 0) / unitsPerDegree,
  })

  function nearest(
    point: Point,
    { withinKm, accepts = () => true, penaltyKm = () => 0 }: NearestOptions,
  ) {
    const best = { index: -1, km: withinKm }
    const searchCell = (cell: number) => {
      for (let at = starts[cell] ?? 0; at < (starts[cell + 1] ?? 0); at++) {
        const index = members[at] ?? 0
        if (!accepts(index)) continue
        const km = distanceKm(point, pointOf(index)) + penaltyKm(index)
        if (km <= best.km) Object.assign(best, { index, km })
      }
    }
    for (let ring = 0; (ring - 1) * cellKm <= best.km; ring++)
      ringAround(point, ring).forEach(searchCell)
    return best.index < 0 ? undefined : best
  }

  /** Finds all places within a distance, unsorted. */
  function within(point: Point, km: number): number[] {
    const rings = Math.ceil(km / cellKm)
    const cells = Array.from({ length: rings + 1 }, (_, ring) => ringAround(point, ring)).flat()
    // Rings contain their corners twice.
    return [...new Set(cells)]
      .flatMap((cell) => Array.from(members.subarray(starts[cell], starts[cell + 1])))
      .filter((index) => distanceKm(point, pointOf(index)) <= km)
  }

  return { nearest, within }
}

/** Sorts places by cell; the members of cell `c` begin at `starts[c]`. */
function sortByCell({ latitudes, longitudes }: Positions) {
  const cells = latitudes.map((latitude, index) =>
    cellAt(latitude / unitsPerDegree, (longitudes[index] ?? 0) / unitsPerDegree),
  )
  const starts = new Uint32Array(rows * columns + 1)
  for (const cell of cells) if (cell >= 0) starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  for (let cell = 1; cell < starts.length; cell++) {
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  }
  const nextFree = starts.slice()
  const members = new Uint32Array(latitudes.length)
  cells.forEach((cell, index) => {
    if (cell < 0) return
    const at = nextFree[cell] ?? 0
    members[at] = index
    nextFree[cell] = at + 1
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

/** The cells at ring distance `ring` from the cell of the point. */
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

/** A location and its delivery radius. */
type DeliveryArea = Point & { radiusKm: number }

/** Whether a point lies within reach of a warehouse. */
export const isWithinKm = (warehouse: DeliveryArea, point: Point): boolean =>
  distanceKm(warehouse, point) <= warehouse.radiusKm
