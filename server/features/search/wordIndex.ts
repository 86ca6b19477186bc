import { setImmediate as nextTurn } from 'node:timers/promises'

const chunkSize = 2000

/** Iterates a long array in chunks and yields to the event loop between them. */
export async function yieldToEventLoop<T>(
  items: readonly T[],
  callback: (item: T, at: number) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += chunkSize) {
    if (from > 0) await nextTurn()
    items.slice(from, from + chunkSize).forEach((item, at) => callback(item, from + at))
  }
}

/** A range of positions: the first one, and the first one after the range. */
export type Range = [from: number, to: number]

/** The ranges of index words that a typed word can match. */
export type QueryTerm = {
  /** Words that begin with the typed word, and its singular and plural forms. */
  strongRanges: Range[]
  /**
   * Words that only begin with the stem of the typed word: they match, but do not raise the score.
   */
  weakRanges: Range[]
}

/** A product to be indexed, with the words of its name and other words by which it is found. */
type IndexedProduct = { id: string; isInStock: boolean; name: string[]; otherWords: string[] }

/** Positions of the products with a word, times two, plus one if the word is in the name. */
type Postings = Uint32Array

/**
 * An inverted index with prefix lookup. It is stored in typed arrays, so that tens of thousands of
 * products take a few megabytes.
 */
export type WordIndex = {
  /** The indexed words, sorted for binary search. */
  words: string[]
  ids: string[]
  inStock: Uint8Array
  /** The postings of all words in one array, and the start of each word in it. */
  postings: Postings
  starts: Uint32Array
}

/** Collects products one by one; `finish` builds the index. */
export function createIndexing() {
  const postingsByWord = new Map<string, number[]>()
  const ids: string[] = []
  const stocked: number[] = []

  function add({ id, isInStock, name, otherWords }: IndexedProduct): void {
    const place = ids.push(id) - 1
    stocked.push(isInStock ? 1 : 0)
    const named = new Set(name)
    for (const word of named) addPosting(word, place * 2 + 1)
    for (const word of new Set(otherWords)) if (!named.has(word)) addPosting(word, place * 2)
  }

  function addPosting(word: string, posting: number): void {
    const wordPostings = postingsByWord.get(word)
    if (wordPostings) wordPostings.push(posting)
    else postingsByWord.set(word, [posting])
  }

  async function finish(): Promise<WordIndex> {
    const words = [...postingsByWord.keys()].sort()
    const starts = new Uint32Array(words.length + 1)
    await yieldToEventLoop(words, (word, at) => {
      starts[at + 1] = (starts[at] ?? 0) + (postingsByWord.get(word)?.length ?? 0)
    })
    const postings = new Uint32Array(starts[words.length] ?? 0)
    await yieldToEventLoop(words, (word, at) =>
      postings.set(postingsByWord.get(word) ?? [], starts[at]),
    )
    return { words, ids, inStock: Uint8Array.from(stocked), postings, starts }
  }

  return { add, finish }
}

/** The range of the words with this prefix. */
export function rangeOf({ words }: WordIndex, prefix: string): Range {
  const from = findFirst(words, (word) => word >= prefix)
  const to = findFirst(words, (word) => word >= prefix && !word.startsWith(prefix))
  return [from, to]
}

/** Binary search for the first word that satisfies a monotonic condition. */
function findFirst(words: string[], condition: (word: string) => boolean): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (condition(words[middle] ?? '')) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The products that match all terms, best first: in stock before sold out, then by the number of
 * terms in the name.
 */
export function findBest(index: WordIndex, terms: QueryTerm[], limit: number): string[] {
  const seen = new Uint8Array(index.ids.length)
  const named = new Uint8Array(index.ids.length)
  const score = new Uint8Array(index.ids.length)
  terms.forEach(({ strongRanges, weakRanges }, termIndex) => {
    visit(index, strongRanges, (place, isNamed) => {
      if (seen[place] === termIndex) seen[place] = termIndex + 1
      if (!isNamed || seen[place] !== termIndex + 1 || named[place] === termIndex + 1) return
      named[place] = termIndex + 1
      score[place] = (score[place] as number) + 1
    })
    visit(index, weakRanges, (place) => {
      if (seen[place] === termIndex) seen[place] = termIndex + 1
    })
  })
  return bestRanked(index, { seen, score, termCount: terms.length, limit })
}

type Visit = (place: number, isNamed: boolean) => void

function visit({ postings, starts }: WordIndex, ranges: Range[], callback: Visit): void {
  for (const [from, to] of ranges) {
    const end = starts[to] ?? 0
    for (let at = starts[from] ?? 0; at < end; at++) {
      const posting = postings[at] as number
      callback(posting >> 1, (posting & 1) === 1)
    }
  }
}

type Matches = { seen: Uint8Array; score: Uint8Array; termCount: number; limit: number }

/** Collects up to `limit` products per rank, then returns the best ranks first. */
function bestRanked(
  { ids, inStock }: WordIndex,
  { seen, score, termCount, limit }: Matches,
): string[] {
  const ranks = Array.from({ length: 2 * (termCount + 1) }, (): string[] => [])
  for (let place = 0; place < seen.length; place++) {
    if (seen[place] !== termCount) continue
    const rank = ranks[(inStock[place] as number) * (termCount + 1) + (score[place] as number)]
    if (rank && rank.length < limit) rank.push(ids[place] as string)
  }
  return ranks.reverse().flat().slice(0, limit)
}
