/** The distinct values of a column, and for each product the place of its value. */
export type Column = { values: string[][]; places: Uint32Array }

/** Separates the values of a list. Parsing arrays of the driver would take ten times as long. */
export const separator = '\u0001'

/** Collects the values of a column product by product; `separator` stands between several values. */
export function columnBuilder() {
  const placeOf = new Map<string, number>()
  const values: string[][] = []
  const places = numbers()
  return {
    add(value: string): void {
      let place = placeOf.get(value)
      if (place === undefined) {
        place = values.push(value === '' ? [] : value.split(separator)) - 1
        placeOf.set(value, place)
      }
      places.push(place)
    },
    finish: (): Column => ({ values, places: places.finish() }),
  }
}

/** A growing array of 32-bit integers. */
export function numbers() {
  let all = new Uint32Array(1024)
  let length = 0
  return {
    push(number: number): void {
      if (length === all.length) {
        const larger = new Uint32Array(2 * length)
        larger.set(all)
        all = larger
      }
      all[length++] = number
    },
    finish: () => all.slice(0, length),
  }
}

/** The positions of all products, grouped by their place; the group of a place begins at `starts`. */
type PositionsByPlace = { starts: Uint32Array; positions: Uint32Array }

const cachedPositions = new WeakMap<Column, PositionsByPlace>()

/** With it a list of one brand or category looks at its products only, instead of half a million. */
export function positionsByPlace(column: Column): PositionsByPlace {
  const known = cachedPositions.get(column)
  if (known) return known
  const { values, places } = column
  const starts = new Uint32Array(values.length + 1)
  for (const place of places) starts[place + 1] = (starts[place + 1] as number) + 1
  for (let place = 0; place < values.length; place++) {
    starts[place + 1] = (starts[place + 1] as number) + (starts[place] as number)
  }
  const next = starts.slice()
  const positions = new Uint32Array(places.length)
  places.forEach((place, position) => {
    const at = next[place] as number
    positions[at] = position
    next[place] = at + 1
  })
  const grouped = { starts, positions }
  cachedPositions.set(column, grouped)
  return grouped
}
