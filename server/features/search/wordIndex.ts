import { setImmediate as nextTurn } from 'node:timers/promises'

const atOnce = 2000

/** Goes through a long list without holding up others: they are answered in between. */
export async function yieldToEventLoop<T>(
  all: readonly T[],
  each: (one: T, at: number) => void,
): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn()
    all.slice(from, from + atOnce).forEach((one, at) => each(one, from + at))
  }
}

/** Places in a list: the first of them, and the first behind them. */
export type Range = [from: number, to: number]

/** Where in the index the words stand that one typed word may mean. */
export type QueryTerm = {
  /** What begins as typed, and the same word as one or several. */
  strongRanges: Range[]
  /** What only begins like it: found as well, but no better than by the way. */
  weakRanges: Range[]
}

/** A product as it goes into the index: what it is called, and by what else it is found. */
type Indexed = { id: string; isInStock: boolean; name: string[]; otherWords: string[] }

/** Where a word stands: `place` times two, and one more where it is part of the name. */
type Postings = Uint32Array

/**
 * Which products have a word, or one that begins with it. Kept as plain numbers: tens of thousands
 * of products take a few megabytes.
 */
export type WordIndex = {
  /** All words, sorted. */
  words: string[]
  ids: string[]
  inStock: Uint8Array
  /** The postings of all words behind each other, and where those of each begin. */
  postings: Postings
  starts: Uint32Array
}

/** Collects products one by one; `finish` packs them. */
export function createIndexing() {
  const found = new Map<string, number[]>()
  const ids: string[] = []
  const stocked: number[] = []

  function add({ id, isInStock, name, otherWords }: Indexed): void {
    const place = ids.push(id) - 1
    stocked.push(isInStock ? 1 : 0)
    const named = new Set(name)
    for (const word of named) note(word, place * 2 + 1)
    for (const word of new Set(otherWords)) if (!named.has(word)) note(word, place * 2)
  }

  function note(word: string, posting: number): void {
    const known = found.get(word)
    if (known) known.push(posting)
    else found.set(word, [posting])
  }

  async function finish(): Promise<WordIndex> {
    const words = [...found.keys()].sort()
    const starts = new Uint32Array(words.length + 1)
    await yieldToEventLoop(words, (word, at) => {
      starts[at + 1] = (starts[at] ?? 0) + (found.get(word)?.length ?? 0)
    })
    const postings = new Uint32Array(starts[words.length] ?? 0)
    await yieldToEventLoop(words, (word, at) => postings.set(found.get(word) ?? [], starts[at]))
    return { words, ids, inStock: Uint8Array.from(stocked), postings, starts }
  }

  return { add, finish }
}

/** The words that begin so, as the range of their places. */
export function rangeOf({ words }: WordIndex, beginning: string): Range {
  const from = firstFrom(words, (word) => word >= beginning)
  const to = firstFrom(words, (word) => word >= beginning && !word.startsWith(beginning))
  return [from, to]
}

/** The first of sorted words for which it holds, as it does for all after it. */
function firstFrom(words: string[], holds: (word: string) => boolean): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(words[middle] ?? '')) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The products that have all that is meant, the best first: what is in stock, then what is called
 * so rather than only found so, or only begins like it.
 */
export function findBest(index: WordIndex, meant: QueryTerm[], most: number): string[] {
  const seen = new Uint8Array(index.ids.length)
  const named = new Uint8Array(index.ids.length)
  const score = new Uint8Array(index.ids.length)
  meant.forEach(({ strongRanges, weakRanges }, before) => {
    visit(index, strongRanges, (place, isNamed) => {
      if (seen[place] === before) seen[place] = before + 1
      if (!isNamed || seen[place] !== before + 1 || named[place] === before + 1) return
      named[place] = before + 1
      score[place] = (score[place] as number) + 1
    })
    visit(index, weakRanges, (place) => {
      if (seen[place] === before) seen[place] = before + 1
    })
  })
  return firstOf(index, { seen, score, wanted: meant.length, most })
}

type Visit = (place: number, isNamed: boolean) => void

function visit({ postings, starts }: WordIndex, ranges: Range[], each: Visit): void {
  for (const [from, to] of ranges) {
    const end = starts[to] ?? 0
    for (let at = starts[from] ?? 0; at < end; at++) {
      const posting = postings[at] as number
      each(posting >> 1, (posting & 1) === 1)
    }
  }
}

type Marked = { seen: Uint8Array; score: Uint8Array; wanted: number; most: number }

/** Of each rank as many as may be needed at most, then the ranks from the best down. */
function firstOf({ ids, inStock }: WordIndex, { seen, score, wanted, most }: Marked): string[] {
  const ranks = Array.from({ length: 2 * (wanted + 1) }, (): string[] => [])
  for (let place = 0; place < seen.length; place++) {
    if (seen[place] !== wanted) continue
    const rank = ranks[(inStock[place] as number) * (wanted + 1) + (score[place] as number)]
    if (rank && rank.length < most) rank.push(ids[place] as string)
  }
  return ranks.reverse().flat().slice(0, most)
}
