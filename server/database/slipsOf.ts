import { smallWords } from './smallWords.ts'

/** In a shorter word another letter makes another word; longer ones nobody is found by. */
const shortest = 4
const longest = 30
/** An article's code is itself: the next one is another article. */
const code = /\p{N}/u
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * What a word may have been meant to be, if one slip happened while it was typed: two letters
 * swapped, one forgotten, one too many, or a wrong one. Trigrams see little in common there: shrit
 * and shirt share two of ten.
 */
export function slipsOf(word: string): string[] {
  if (word.length < shortest || word.length > longest || code.test(word)) return []
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const [here = '', next = ''] = after
    slips.add(before + after.slice(1))
    slips.add(before + next + here + after.slice(2))
    for (const letter of letters) {
      slips.add(before + letter + after.slice(1))
      slips.add(before + letter + after)
    }
  }
  slips.delete(word)
  return [...slips].filter((slip) => !smallWords.has(slip))
}

/** What is called in the plural is found by one of it as well: sneker is one slip from sneaker. */
export const pluralsOf = (slips: string[]): string[] => slips.map((slip) => `${slip}s`)
