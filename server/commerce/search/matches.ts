import type { Position } from './catalogueIndex.ts'

/**
 * The products that match a condition, in their order: each as its position, shifted by `pointBits`,
 * plus its points. Sorted lists of numbers are intersected many times as fast as sets.
 */
export type Matches = Uint32Array

/** Room for the points of 15 conditions with up to 4 points, beside the positions of 67 million products. */
const pointBits = 6
const pointMask = 2 ** pointBits - 1
/** In stock or not, and the points. */
const rankCount = 2 * (pointMask + 1)

/** A table of zeros for the next collector: a new one each time would keep the garbage collector busy. */
let spareTable: Uint8Array | undefined

/** Up to this share of the catalogue, sorting the matches takes less time than looking for them in the table. */
const maxShareToSort = 1 / 256

/** Collects the products that match a condition, in any order. Of no use after `toMatches`. */
export class MatchCollector {
  /** By position, the points plus one, so that 0 is a product that does not match. */
  private readonly best: Uint8Array
  private count = 0
  /** The positions, as long as they are few. */
  private readonly few: Uint32Array

  constructor(productCount: number) {
    this.best = spareTable?.length === productCount ? spareTable : new Uint8Array(productCount)
    this.few = new Uint32Array(productCount * maxShareToSort)
    spareTable = undefined
  }

  /** A product matches; it may be added more than once, and its highest points count. */
  add(position: Position, points: number): void {
    const before = this.best[position] as number
    if (points < before) return
    // Positions beyond the end of the array are ignored.
    if (before === 0) this.few[this.count++] = position
    this.best[position] = points + 1
  }

  has(position: Position): boolean {
    return this.best[position] !== 0
  }

  toMatches(): Matches {
    const { best, count, few } = this
    const matches = new Uint32Array(count)
    if (count <= few.length) {
      const positions = few.subarray(0, count).sort()
      for (let at = 0; at < count; at++) {
        const position = positions[at] as Position
        matches[at] = matchOf(position, best[position] as number)
        best[position] = 0
      }
    } else {
      let at = 0
      for (let position = 0; at < count; position++) {
        const points = best[position] as number
        if (points > 0) matches[at++] = matchOf(position, points)
      }
      best.fill(0)
    }
    spareTable = best
    return matches
  }
}

const matchOf = (position: Position, pointsPlusOne: number) =>
  (position << pointBits) + pointsPlusOne - 1

/** The products in all lists, with the sum of their points. */
export function intersectMatches(lists: Matches[]): Matches {
  const [shortest = new Uint32Array(), ...others] = [...lists].sort((a, b) => a.length - b.length)
  return others.reduce(intersect, shortest)
}

function intersect(shorter: Matches, longer: Matches): Matches {
  const both = new Uint32Array(shorter.length)
  let [count, at] = [0, 0]
  for (let from = 0; from < shorter.length; from++) {
    const match = shorter[from] as number
    const position = match >>> pointBits
    while (at < longer.length && (longer[at] as number) >>> pointBits < position) at++
    if (at === longer.length) break
    const other = longer[at] as number
    if (other >>> pointBits === position) both[count++] = match + (other & pointMask)
  }
  return both.subarray(0, count)
}

/** The positions of the products: in stock first, then by points. Equal ones keep their order. */
export function rankMatches(matches: Matches, inStock: Uint8Array): Uint32Array {
  const rankOf = (match: number) =>
    (inStock[match >>> pointBits] as number) * (pointMask + 1) + (match & pointMask)
  const next = new Uint32Array(rankCount)
  for (let at = 0; at < matches.length; at++) {
    const rank = rankOf(matches[at] as number)
    next[rank] = (next[rank] as number) + 1
  }
  // Where the products of each rank begin, the highest rank first.
  let start = 0
  for (let rank = rankCount - 1; rank >= 0; rank--) {
    const count = next[rank] as number
    next[rank] = start
    start += count
  }
  const ranked = new Uint32Array(matches.length)
  for (let at = 0; at < matches.length; at++) {
    const match = matches[at] as number
    const rank = rankOf(match)
    const index = next[rank] as number
    ranked[index] = match >>> pointBits
    next[rank] = index + 1
  }
  return ranked
}

/** The combinations of lists in which a product occurs, a bit for each list; at most 16 lists. */
export function combinationsOf(lists: Matches[], productCount: number): number[] {
  const masks = new Uint16Array(productCount)
  lists.forEach((matches, bit) => {
    for (let at = 0; at < matches.length; at++) {
      const position = (matches[at] as number) >>> pointBits
      masks[position] = (masks[position] as number) | (1 << bit)
    }
  })
  const isSeen = new Uint8Array(2 ** lists.length)
  for (let position = 0; position < productCount; position++) isSeen[masks[position] as number] = 1
  return [...isSeen.keys()].filter((mask) => isSeen[mask])
}
