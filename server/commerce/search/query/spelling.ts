import { forEachInChunks, type WordIndex } from '#server/commerce/search/index/wordIndex.ts'
import { stopWords } from '#contract/search/words.ts'

/**
 * Shorter words are not corrected, because one letter makes another word of them. Words in the
 * vocabulary have at most 30 letters.
 */
const minLetters = 4
const maxLetters = 30
/**
 * Words with digits are not corrected: they may be article codes, and similar codes name different
 * articles.
 */
const digit = /\p{N}/u
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * All words that differ from this one by a single typo: two letters swapped, one missing, one
 * extra, or a wrong one. Trigram similarity misses these: shrit and shirt share two of ten
 * trigrams.
 */
export function typoVariants(word: string): string[] {
  if (word.length < minLetters || word.length > maxLetters || digit.test(word)) return []
  const variants = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const [here = '', next = ''] = after
    variants.add(before + after.slice(1))
    variants.add(before + next + here + after.slice(2))
    for (const letter of letters) {
      variants.add(before + letter + after.slice(1))
      variants.add(before + letter + after)
    }
  }
  variants.delete(word)
  return [...variants].filter((variant) => !stopWords.has(variant))
}

/**
 * Plural forms of typo variants, because the catalogue often has the plural only: sneker is one
 * typo from sneaker.
 */
export const pluralVariants = (variants: string[]): string[] =>
  variants.map((variant) => `${variant}s`)

/**
 * Words below this trigram similarity are different words. Words with another first letter are
 * never similar: a third of the trigrams of chappal are those of charcoal.
 */
const minSimilarity = 0.4

/** Shorter words have too few trigrams to be similar to another. */
const minTrigramLetters = 3

/**
 * Returns a function that corrects an unknown word: to an indexed word one typo away, else to the most
 * similar word, with the similarity of pg_trgm.
 */
export async function createSpellingCorrector({ words, starts }: WordIndex) {
  const byTrigram = new Map<string, number[]>()
  const positions = new Map<string, number>()
  const trigramCounts = new Uint8Array(words.length)
  await forEachInChunks(words, (word, at) => {
    if (word.length < minTrigramLetters || /\P{L}/u.test(word)) return
    const trigrams = trigramsOf(word)
    trigramCounts[at] = trigrams.size
    positions.set(word, at)
    for (const trigram of trigrams) {
      const positionsWithTrigram = byTrigram.get(trigram)
      if (positionsWithTrigram) positionsWithTrigram.push(at)
      else byTrigram.set(trigram, [at])
    }
  })
  const usesOf = (at: number) => (starts[at + 1] ?? 0) - (starts[at] ?? 0)

  /** The most used word that is one typo away, else the most used plural of one. */
  function findTypoCorrection(word: string): string | undefined {
    const variants = typoVariants(word)
    return mostUsedOf(variants) ?? mostUsedOf(pluralVariants(variants))
  }

  function mostUsedOf(names: string[]): string | undefined {
    let best: number | undefined
    for (const name of names) {
      const at = positions.get(name)
      if (at !== undefined && (best === undefined || usesOf(at) > usesOf(best))) best = at
    }
    return best === undefined ? undefined : words[best]
  }

  return (word: string): string | undefined => findTypoCorrection(word) ?? mostSimilar(word)

  function mostSimilar(word: string): string | undefined {
    const trigrams = trigramsOf(word)
    const shared = new Map<number, number>()
    for (const trigram of trigrams) {
      for (const at of byTrigram.get(trigram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    }
    let best: { at: number; similarity: number } | undefined
    for (const [at, sharedCount] of shared) {
      const similarity = sharedCount / (trigrams.size + (trigramCounts[at] ?? 0) - sharedCount)
      if (words[at]?.[0] !== word[0]) continue
      if (similarity < minSimilarity || (best && similarity < best.similarity)) continue
      if (!best || similarity > best.similarity || usesOf(at) > usesOf(best.at))
        best = { at, similarity }
    }
    return best && words[best.at]
  }
}

/** All trigrams, with two spaces before the word and one after it, as pg_trgm builds them. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
