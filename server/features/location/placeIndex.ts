import { setImmediate as letOthersWork } from 'node:timers/promises'

const placesAtATime = 5000

/**
 * Which places are known by which words. Words stand in order, so all that begin alike stand
 * together, and so do the places they lead to: those of word `w` begin at `starts[w]`.
 */
export async function placeIndex(count: number, wordsOf: (place: number) => string[]) {
  const { words, starts, places } = await inOrder(count, wordsOf)
  const between = (from: number, to: number) => places.subarray(starts[from], starts[to])

  /** The places with just this word, and those with a longer one that begins with it. */
  return function find(word: string) {
    const first = firstFrom(words, word)
    const longer = words[first] === word ? first + 1 : first
    // The brace comes after every letter and figure.
    const end = firstFrom(words, `${word}{`)
    return { whole: between(first, longer), longer: between(longer, end) }
  }
}

async function inOrder(count: number, wordsOf: (place: number) => string[]) {
  const byWord = new Map<string, number[]>()
  for (let place = 0; place < count; place++) {
    if (place % placesAtATime === 0) await letOthersWork()
    for (const word of new Set(wordsOf(place))) {
      const places = byWord.get(word)
      if (places) places.push(place)
      else byWord.set(word, [place])
    }
  }
  const words = [...byWord.keys()].sort()
  const starts = new Uint32Array(words.length + 1)
  words.forEach((word, at) => {
    starts[at + 1] = (starts[at] ?? 0) + (byWord.get(word)?.length ?? 0)
  })
  const places = new Uint32Array(starts[words.length] ?? 0)
  words.forEach((word, at) => places.set(byWord.get(word) ?? [], starts[at]))
  return { words, starts, places }
}

/** Where the words begin that do not come before `word`. */
function firstFrom(words: string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
