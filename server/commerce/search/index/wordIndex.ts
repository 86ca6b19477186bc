import { gone, type Moves } from '#server/commerce/search/index/columns.ts'
import { createTurns } from '#server/platform/runtime/turns.ts'

const chunkSize = 2000

/** Calls back for each item of a long array, in turns of the event loop. */
export async function forEachInChunks<T>(
  items: readonly T[],
  callback: (item: T, at: number) => void,
): Promise<void> {
  const endLongTurn = createTurns()
  for (let from = 0; from < items.length; from += chunkSize) {
    await endLongTurn()
    items.slice(from, from + chunkSize).forEach((item, at) => callback(item, from + at))
  }
}

/** A range of indexes into `words`: the first one, and the first one after the range. */
export type Range = [from: number, to: number]

/** The words of a product's name, and other words by which it is found. */
export type IndexedWords = { name: string[]; otherWords: string[] }

/** Positions of the products with a word, times two, plus one if the word is in the name. */
export type Postings = Uint32Array

/**
 * An inverted index with prefix lookup. It is stored in typed arrays, so that tens of thousands of
 * products take a few megabytes.
 */
export type WordIndex = {
  /** The indexed words, sorted for binary search. */
  words: string[]
  /** The postings of all words in one array, and the start of each word in it. */
  postings: Postings
  starts: Uint32Array
}

/** Collects products one by one; `finish` builds the index. */
export function wordIndexBuilder() {
  const { byWord, add } = postingsCollector()
  let count = 0

  async function finish(): Promise<WordIndex> {
    const words = [...byWord.keys()].sort()
    const starts = new Uint32Array(words.length + 1)
    await forEachInChunks(words, (word, at) => {
      starts[at + 1] = (starts[at] ?? 0) + (byWord.get(word)?.length ?? 0)
    })
    const postings = new Uint32Array(starts[words.length] ?? 0)
    await forEachInChunks(words, (word, at) => postings.set(byWord.get(word) ?? [], starts[at]))
    return { words, postings, starts }
  }

  return { add: (product: IndexedWords) => add(count++, product), finish }
}

/** Collects the postings of products at ascending positions. */
function postingsCollector() {
  const byWord = new Map<string, number[]>()

  function addPosting(word: string, posting: number): void {
    const postings = byWord.get(word)
    if (postings) postings.push(posting)
    else byWord.set(word, [posting])
  }

  function add(position: number, { name, otherWords }: IndexedWords): void {
    const named = new Set(name)
    for (const word of named) addPosting(word, position * 2 + 1)
    for (const word of new Set(otherWords)) if (!named.has(word)) addPosting(word, position * 2)
  }

  return { byWord, add }
}

/**
 * The index of a changed catalogue: products are where `moves` says, and the words of the entries are new.
 * Yields to the event loop as it goes.
 */
export async function changePostings(
  before: WordIndex,
  { moves, entries }: { moves: Pick<Moves, 'movedTo' | 'newPositions'>; entries: IndexedWords[] },
): Promise<WordIndex> {
  const { movedTo, newPositions } = moves
  const { byWord, add } = postingsCollector()
  entries.forEach((entry, index) => add(newPositions[index] as number, entry))
  const count = [...byWord.values()].reduce((sum, { length }) => sum + length, 0)
  const isNew = (word: string) => {
    const [from, to] = rangeOfWord(before, word)
    return from === to
  }
  const newWords = [...byWord.keys()].filter(isNew)
  const allWords = newWords.length > 0 ? [...before.words, ...newWords].sort() : before.words

  const postings = new Uint32Array(before.postings.length + count)
  const words: string[] = []
  const starts: number[] = [0]
  let end = 0
  let at = 0
  await forEachInChunks(allWords, (word) => {
    const start = end
    const added = byWord.get(word) ?? []
    let next = 0
    if (before.words[at] === word) {
      const to = before.starts[at + 1] as number
      for (let from = before.starts[at] as number; from < to; from++) {
        const posting = before.postings[from] as number
        const position = movedTo[posting >> 1] as number
        if (position === gone) continue
        const moved = position * 2 + (posting & 1)
        while (next < added.length && (added[next] as number) < moved)
          postings[end++] = added[next++] as number
        postings[end++] = moved
      }
      at++
    }
    while (next < added.length) postings[end++] = added[next++] as number
    if (end === start) return
    words.push(word)
    starts.push(end)
  })
  return { words, postings: postings.slice(0, end), starts: Uint32Array.from(starts) }
}

/** The range of exactly this word; empty if no product has it. */
export function rangeOfWord(index: WordIndex, word: string): Range {
  const [from] = rangeOf(index, word)
  return [from, index.words[from] === word ? from + 1 : from]
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
 * The postings of the words of each range. Callers loop over them: calling back for each of half a
 * million would take several times as long.
 */
export const postingsOf = ({ postings, starts }: WordIndex, ranges: Range[]): Postings[] =>
  ranges.map(([from, to]) => postings.subarray(starts[from] ?? 0, starts[to] ?? 0))

export const positionOf = (posting: number): number => posting >> 1
/** Whether the word is in the product's name. */
export const isInName = (posting: number): boolean => (posting & 1) === 1
