import type { Position } from './catalogueIndex.ts'

/** In stock or not, and 256 numbers of points. */
const rankCount = 512

/** For each product, the clauses that it matches, and its points. */
export class Matches {
  /** A bit for each clause. */
  readonly masks: Uint16Array
  private readonly points: Uint8Array
  /** Points for the current clause: of several matches the best one counts. */
  private readonly best: Uint8Array
  private bit = 0

  constructor(productCount: number) {
    this.masks = new Uint16Array(productCount)
    this.points = new Uint8Array(productCount)
    this.best = new Uint8Array(productCount)
  }

  startClause(place: number): void {
    this.bit = 1 << place
    this.best.fill(0)
  }

  /** A product matches the current clause; it may be added more than once. */
  add(position: Position, points: number): void {
    this.masks[position] = (this.masks[position] as number) | this.bit
    const before = this.best[position] as number
    if (points <= before) return
    this.best[position] = points
    this.points[position] = (this.points[position] as number) + points - before
  }

  /** Whether a product matches the current clause. */
  has(position: Position): boolean {
    return ((this.masks[position] as number) & this.bit) !== 0
  }

  /** The products that match all clauses of the mask: in stock first, then by points. */
  collect(wanted: number, inStock: Uint8Array): Uint32Array {
    const { masks, points } = this
    const found = new Uint32Array(masks.length)
    const next = new Uint32Array(rankCount)
    let total = 0
    for (let position = 0; position < masks.length; position++) {
      if (((masks[position] as number) & wanted) !== wanted) continue
      found[total++] = position
      const rank = (inStock[position] as number) * 256 + (points[position] as number)
      next[rank] = (next[rank] as number) + 1
    }
    // Where the products of each rank begin, the highest rank first.
    let start = 0
    for (let rank = rankCount - 1; rank >= 0; rank--) {
      const count = next[rank] as number
      next[rank] = start
      start += count
    }
    const sorted = new Uint32Array(total)
    for (let at = 0; at < total; at++) {
      const position = found[at] as number
      const rank = (inStock[position] as number) * 256 + (points[position] as number)
      const place = next[rank] as number
      sorted[place] = position
      next[rank] = place + 1
    }
    return sorted
  }

  /** The combinations of clauses that products match. */
  combinations(clauseCount: number): number[] {
    const isSeen = new Uint8Array(2 ** clauseCount)
    for (const mask of this.masks) isSeen[mask] = 1
    return [...isSeen.keys()].filter((mask) => isSeen[mask])
  }
}
