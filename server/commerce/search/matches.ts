import type { Position } from './catalogueSnapshot.ts'

/** The products that match a condition, in their order, with the points of each. */
export type Matches = { positions: Uint32Array; points: Uint8Array }

/** Collects the products that match a condition, in any order. */
export class MatchCollector {
  /** By position, the points plus one; 0 for a product that does not match. */
  private readonly best: Uint8Array
  private count = 0

  constructor(productCount: number) {
    this.best = new Uint8Array(productCount)
  }

  /** A product matches; it may be added more than once, and its highest points count. */
  add(position: Position, points: number): void {
    const before = this.best[position] as number
    if (points < before) return
    if (before === 0) this.count++
    this.best[position] = points + 1
  }

  has(position: Position): boolean {
    return this.best[position] !== 0
  }

  toMatches(): Matches {
    const matches = noMatches(this.count)
    for (let position = 0, at = 0; at < this.count; position++) {
      const points = this.best[position] as number
      if (points === 0) continue
      matches.positions[at] = position
      matches.points[at++] = points - 1
    }
    return matches
  }
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

const maxPoints = 255

/** The positions of the products: in stock first, then by points. Equal ones keep their order. */
export function rankMatches({ positions, points }: Matches, inStock: Uint8Array): Uint32Array {
  const byRank: Position[][] = []
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] as Position
    const rank = maxPoints - (points[at] as number) + (inStock[position] ? 0 : maxPoints + 1)
    const ranked = (byRank[rank] ??= [])
    ranked.push(position)
  }
  return Uint32Array.from(byRank.flat())
}

/** A bit mask for each combination of conditions that a product matches; at most 16 conditions. */
export function conditionMasks(conditions: Matches[], productCount: number): number[] {
  const masks = new Uint16Array(productCount)
  conditions.forEach(({ positions }, bit) => {
    for (const position of positions) masks[position] = (masks[position] as number) | (1 << bit)
  })
  return [...new Set(masks)].sort((left, right) => left - right)
}
