import type { Position } from './catalogueSnapshot.ts'

/**
 * Products in their order, each as its position, shifted by `pointBits`, plus its points. Sorted lists of
 * numbers are intersected many times as fast as sets.
 */
export type MatchList = Uint32Array

/**
 * The products that match a condition. Many of them have a table as well, with the points plus one by
 * position, and 0 for a product that does not match: looking up the products of a shorter list takes
 * a quarter of the time of walking through both lists.
 */
export type Matches = { list: MatchList; table?: Uint8Array }

/** Room for the points of 15 conditions with up to 4 points, beside the positions of 67 million products. */
const pointBits = 6
const pointMask = 2 ** pointBits - 1
/** In stock or not, and the points. */
const rankCount = 2 * (pointMask + 1)

/** A table of zeros for the next collector: a new one each time would keep the garbage collector busy. */
let spareTable: Uint8Array | undefined

/** Up to this share of the catalogue, sorting the matches takes less time than looking for them in the table. */
const maxShareToSort = 1 / 256
/** From this share of the catalogue on, the table is worth its memory. */
const minShareOfTable = 1 / 16

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
    const list = new Uint32Array(count)
    if (count <= few.length) {
      const positions = few.subarray(0, count).sort()
      for (let at = 0; at < count; at++) {
        const position = positions[at] as Position
        list[at] = matchOf(position, best[position] as number)
        best[position] = 0
      }
    } else {
      // Without a branch, which the processor would often predict wrongly; likewise below.
      for (let position = 0, at = 0; at < count; position++) {
        const points = best[position] as number
        list[at] = matchOf(position, points)
        at += isPositive(points)
      }
      if (count >= best.length * minShareOfTable) return { list, table: best }
      best.fill(0)
    }
    spareTable = best
    return { list }
  }
}

/** 1 for a number from 1 to 255, and 0 for 0. */
const isPositive = (number: number) => (number + 255) >> 8

/** The memory that the matches take, in units of four bytes. */
export const sizeOfMatches = ({ list, table }: Matches): number =>
  list.length + (table?.length ?? 0) / 4

const matchOf = (position: Position, pointsPlusOne: number) =>
  (position << pointBits) + pointsPlusOne - 1

/** The products that match all conditions, with the sum of their points. */
export function intersectMatches(conditions: Matches[]): MatchList {
  const [shortest, ...others] = [...conditions].sort(
    (left, right) => left.list.length - right.list.length,
  )
  return others.reduce(
    (found, { list, table }) => (table ? lookUp(found, table) : intersectLists(found, list)),
    shortest?.list ?? new Uint32Array(),
  )
}

/** Room for the longest result until its length is known; a new array each time would have to be cleared. */
let scratch = new Uint32Array()

/** With one number more than needed: the loops below write each match before they know whether it stays. */
function scratchFor(length: number): Uint32Array {
  if (scratch.length <= length) scratch = new Uint32Array(length + 1)
  return scratch
}

function intersectLists(shorter: MatchList, longer: MatchList): MatchList {
  const both = scratchFor(shorter.length)
  let [count, at, from] = [0, 0, 0]
  while (from < shorter.length && at < longer.length) {
    const match = shorter[from] as number
    const other = longer[at] as number
    const ahead = (match >>> pointBits) - (other >>> pointBits)
    both[count] = match + (other & pointMask)
    count += Number(ahead === 0)
    from += Number(ahead <= 0)
    at += Number(ahead >= 0)
  }
  return both.slice(0, count)
}

function lookUp(list: MatchList, table: Uint8Array): MatchList {
  const both = scratchFor(list.length)
  let count = 0
  for (let from = 0; from < list.length; from++) {
    const match = list[from] as number
    const points = table[match >>> pointBits] as number
    both[count] = match + points - 1
    count += isPositive(points)
  }
  return both.slice(0, count)
}

/** The positions of the products, in their order. */
export function positionsOf(matches: MatchList): Uint32Array {
  const positions = new Uint32Array(matches.length)
  for (let at = 0; at < matches.length; at++) positions[at] = (matches[at] as number) >>> pointBits
  return positions
}

/** The positions of the products: in stock first, then by points. Equal ones keep their order. */
export function rankMatches(matches: MatchList, inStock: Uint8Array): Uint32Array {
  const ranks = new Uint8Array(matches.length)
  const next = new Uint32Array(rankCount)
  for (let at = 0; at < matches.length; at++) {
    const match = matches[at] as number
    const rank = (inStock[match >>> pointBits] as number) * (pointMask + 1) + (match & pointMask)
    ranks[at] = rank
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
    const rank = ranks[at] as number
    const index = next[rank] as number
    ranked[index] = (matches[at] as number) >>> pointBits
    next[rank] = index + 1
  }
  return ranked
}

/** A bit mask for each combination of conditions that a product matches; at most 16 conditions. */
export function conditionMasks(conditions: Matches[], productCount: number): number[] {
  const masks = new Uint16Array(productCount)
  conditions.forEach(({ list }, bit) => {
    for (let at = 0; at < list.length; at++) {
      const position = (list[at] as number) >>> pointBits
      masks[position] = (masks[position] as number) | (1 << bit)
    }
  })
  const isSeen = new Uint8Array(2 ** conditions.length)
  for (let position = 0; position < productCount; position++) isSeen[masks[position] as number] = 1
  return [...isSeen.keys()].filter((mask) => isSeen[mask])
}
