import {
  minSimilarity,
  synonyms,
  pluralVariants,
  typoVariants,
} from '#server/commerce/search/queryCorrection.ts'
import { yieldToEventLoop, type WordIndex } from './wordIndex.ts'

const shortest = 3

/**
 * Puts a strange word right: gives what else it is called, one that products have and that is a slip
 * away, else the most similar one, by the same measure as PostgreSQL's trigrams have. Not the likes
 * of article codes: each product may have its own, and one code says nothing about another.
 */
export async function createSimilarWords({ words, starts }: WordIndex) {
  const byTrigram = new Map<string, number[]>()
  const places = new Map<string, number>()
  const sizes = new Uint8Array(words.length)
  await yieldToEventLoop(words, (word, at) => {
    if (word.length < shortest || /\P{L}/u.test(word)) return
    const own = trigramsOf(word)
    sizes[at] = own.size
    places.set(word, at)
    for (const trigram of own) {
      const known = byTrigram.get(trigram)
      if (known) known.push(at)
      else byTrigram.set(trigram, [at])
    }
  })
  const usesOf = (at: number) => (starts[at + 1] ?? 0) - (starts[at] ?? 0)

  /** The most used word that is one slip away, else the most used that is several of such a one. */
  function putRight(given: string): string | undefined {
    const slips = typoVariants(given)
    return mostUsedOf(slips) ?? mostUsedOf(pluralVariants(slips))
  }

  function mostUsedOf(names: string[]): string | undefined {
    let best: number | undefined
    for (const name of names) {
      const at = places.get(name)
      if (at !== undefined && (best === undefined || usesOf(at) > usesOf(best))) best = at
    }
    return best === undefined ? undefined : words[best]
  }

  function calledOtherwise(given: string): string | undefined {
    const name = synonyms.get(given)
    return name !== undefined && places.has(name) ? name : undefined
  }

  return (given: string): string | undefined =>
    calledOtherwise(given) ?? putRight(given) ?? mostSimilar(given)

  function mostSimilar(given: string): string | undefined {
    const own = trigramsOf(given)
    const shared = new Map<number, number>()
    for (const trigram of own) {
      for (const at of byTrigram.get(trigram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    }
    let best: { at: number; alike: number } | undefined
    for (const [at, both] of shared) {
      const alike = both / (own.size + (sizes[at] ?? 0) - both)
      if (words[at]?.[0] !== given[0]) continue
      if (alike < minSimilarity || (best && alike < best.alike)) continue
      if (!best || alike > best.alike || usesOf(at) > usesOf(best.at)) best = { at, alike }
    }
    return best && words[best.at]
  }
}

/** All runs of three signs, with two blanks before the word and one behind it. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
