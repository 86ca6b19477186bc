import type { Position } from '#server/commerce/search/index/catalogueSnapshot.ts'

/** The products that match a condition, in their order, with the points of each. */
export type Matches = { positions: Uint32Array; points: Uint8Array }

/** With more, a table with a byte for each product of the catalogue takes less time than a Map. */
const maxInMap = 1000

/** Collects the products that match a condition, in any order. */
export class MatchCollector {
  private readonly few = new Map<Position, number>()
  /** By position, the points plus one; 0 for a product that does not match. */
  private table: Uint8Array | undefined

  private readonly productCount: number

  constructor(productCount: number) {
    this.productCount = productCount
  }

  /** A product matches; it may be added more than once, and its highest points count. */
  add(position: Position, points: number): void {
    const { table, few } = this
    if (table) {
      if (points >= (table[position] as number)) table[position] = points + 1
      return
    }
    if (points >= (few.get(position) ?? 0)) few.set(position, points)
    if (few.size > maxInMap) this.moveToTable()
  }

  has(position: Position): boolean {
    return this.table ? this.table[position] !== 0 : this.few.has(position)
  }

  toMatches(): Matches {
    const { table, few } = this
    if (table) return matchesIn(table)
    const positions = Uint32Array.from(few.keys()).sort()
    return { positions, points: Uint8Array.from(positions, (position) => few.get(position) ?? 0) }
  }

  private moveToTable(): void {
    const table = new Uint8Array(this.productCount)
    for (const [position, points] of this.few) table[position] = points + 1
    this.few.clear()
    this.table = table
  }
}

function matchesIn(table: Uint8Array): Matches {
  let count = 0
  for (let position = 0; position < table.length; position++) if (table[position] !== 0) count++
  const { positions, points } = noMatches(count)
  for (let position = 0, at = 0; at < count; position++) {
    const pointsPlusOne = table[position] as number
    if (pointsPlusOne === 0) continue
    positions[at] = position
    points[at++] = pointsPlusOne - 1
  }
  return { positions, points }
}

/** Room for this number of products. */
export const noMatches = (size = 0): Matches => ({
  positions: new Uint32Array(size),
  points: new Uint8Array(size),
})

/** The products that match all conditions, with the sum of their points. */
export function intersectMatches(conditions: Matches[]): Matches {
  const [rarest = noMatches(), ...others] = [...conditions].sort(
    (left, right) => left.positions.length - right.positions.length,
  )
  return others.reduce(intersectTwo, rarest)
}

function intersectTwo(fewer: Matches, more: Matches): Matches {
  const both = noMatches(fewer.positions.length)
  let count = 0
  for (let left = 0, right = 0; left < fewer.positions.length; left++) {
    const position = fewer.positions[left] as Position
    right = firstFrom(more.positions, right, position)
    if (more.positions[right] !== position) continue
    both.positions[count] = position
    both.points[count++] = (fewer.points[left] as number) + (more.points[right] as number)
  }
  return { positions: both.positions.slice(0, count), points: both.points.slice(0, count) }
}

/** The index, from `low` on, of the first position that is not before another; mostly it is near. */
function firstFrom(positions: Uint32Array, low: number, position: Position): number {
  let high = low
  for (let step = 1; (positions[high] as Position) < position; step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, positions.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] as Position) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** The positions of the products: in stock first, then by points. Equal ones keep their order. */
export function rankMatches({ positions, points }: Matches, inStock: Uint8Array): Uint32Array {
  // From the best rank, 0, to the worst.
  const rankOf = (at: number) =>
    (inStock[positions[at] as Position] ? 255 : 511) - (points[at] as number)
  // By rank, where its products begin; each one that is placed moves the place of the next.
  const starts = new Uint32Array(513)
  for (let at = 0; at < positions.length; at++) {
    const next = rankOf(at) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let rank = 1; rank < starts.length; rank++) {
    starts[rank] = (starts[rank] as number) + (starts[rank - 1] as number)
  }
  const ranked = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at++) {
    const rank = rankOf(at)
    const place = starts[rank] as number
    ranked[place] = positions[at] as Position
    starts[rank] = place + 1
  }
  return ranked
}

/** A bit mask for each combination of conditions that a product matches; at most 16 conditions. */
export function conditionMasks(conditions: Matches[], productCount: number): number[] {
  const masks = new Uint16Array(productCount)
  conditions.forEach(({ positions }, bit) => {
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] as Position
      masks[position] = (masks[position] as number) | (1 << bit)
    }
  })
  // A Set takes many times as long for half a million products.
  const isSeen = new Uint8Array(2 ** conditions.length)
  for (let position = 0; position < productCount; position++) isSeen[masks[position] as number] = 1
  return [...isSeen.keys()].filter((mask) => isSeen[mask])
}
