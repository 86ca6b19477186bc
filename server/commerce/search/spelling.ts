import { stopWords } from './words.ts'

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
export const minSimilarity = 0.4
