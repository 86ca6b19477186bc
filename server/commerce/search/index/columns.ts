/** The distinct values of a column, and for each product the code of its value. */
export type Column = { values: string[][]; codes: Codes }

/** As narrow as the number of values allows: counting facets spends its time on fetching codes from memory. */
type Codes = Uint8Array | Uint16Array | Uint32Array

/** Separates the values of a list. Parsing arrays of the driver would take ten times as long. */
export const separator = '\u0001'

/** Collects the values of a column product by product; `separator` stands between several values. */
export function columnBuilder() {
  const codeOf = new Map<string, number>()
  const values: string[][] = []
  const codes = growableUint32Array()
  return {
    add(value: string): void {
      let code = codeOf.get(value)
      if (code === undefined) {
        code = values.push(value === '' ? [] : value.split(separator)) - 1
        codeOf.set(value, code)
      }
      codes.push(code)
    },
    finish(): Column {
      const all = codes.finish()
      const narrow = codesFor(values.length, all.length)
      narrow.set(all)
      return { values, codes: narrow }
    },
  }
}

/** Where the products of a changed catalogue come from. */
export type Moves = {
  /** By new position: the position before; for an added product the complement (~) of its index. */
  source: Int32Array
  /** By position before: the new position; `gone` for a product that was removed or is added again. */
  movedTo: Uint32Array
  /** By added product: its position, ascending. */
  newPositions: number[]
}

export const gone = 0xffffffff

/** The column of a changed catalogue. Values that no product has any more stay. */
export function changeColumn(
  { values: before, codes }: Column,
  source: Moves['source'],
  added: string[],
): Column {
  const codeOf = new Map(before.map((value, code) => [value.join(separator), code]))
  const values = [...before]
  const addedCodes = added.map((value) => {
    const code = codeOf.get(value) ?? values.push(value === '' ? [] : value.split(separator)) - 1
    codeOf.set(value, code)
    return code
  })
  const after = codesFor(values.length, source.length)
  for (let at = 0; at < source.length; at++) {
    const from = source[at] as number
    after[at] = (from >= 0 ? codes[from] : addedCodes[~from]) as number
  }
  return { values, codes: after }
}

function codesFor(valueCount: number, length: number): Codes {
  if (valueCount <= 2 ** 8) return new Uint8Array(length)
  return valueCount <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length)
}

/** A growing array of 32-bit integers. */
export function growableUint32Array() {
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

/** The positions of all products, grouped by their code; the group of a code begins at `starts`. */
type PositionsByCode = { starts: Uint32Array; positions: Uint32Array }

const cachedPositions = new WeakMap<Column, PositionsByCode>()

/** With it a list of one brand or category looks at its products only, instead of half a million. */
export function positionsByCode(column: Column): PositionsByCode {
  const cached = cachedPositions.get(column)
  if (cached) return cached
  const { values, codes } = column
  const starts = new Uint32Array(values.length + 1)
  for (const code of codes) starts[code + 1] = (starts[code + 1] as number) + 1
  for (let code = 0; code < values.length; code++) {
    starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number)
  }
  const next = starts.slice()
  const positions = new Uint32Array(codes.length)
  codes.forEach((code, position) => {
    const at = next[code] as number
    positions[at] = position
    next[code] = at + 1
  })
  const grouped = { starts, positions }
  cachedPositions.set(column, grouped)
  return grouped
}
