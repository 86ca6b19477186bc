import type { Lexemes } from './vocabulary.ts'

/** Words that are not searched for, unless they are the only ones. */
export const stopWords = new Set([
  'a',
  'an',
  'and',
  'at',
  'below',
  'by',
  'for',
  'from',
  'in',
  'less',
  'me',
  'my',
  'of',
  'on',
  'or',
  'than',
  'the',
  'to',
  'under',
  'upto',
  'with',
  'within',
])

type Gender = 'men' | 'women'

/** A search as parsed from its text, before its words are corrected. */
export type SearchQuery = {
  /** The words that products have to match, at most eight. */
  words: string[]
  /**
   * The lexemes of the words in the full-text index. A word without an entry is searched for as a
   * prefix.
   */
  lexemes?: Lexemes
  gender?: Gender | undefined
  /** In rupees. */
  priceMax?: number | undefined
}

const maxWords = 8

const genders = new Map<string, Gender>([
  ...['men', 'mens', 'man', 'mans', 'male', 'males', 'gent', 'gents', 'boy', 'boys'].map(
    (word) => [word, 'men'] as const,
  ),
  ...[
    'women',
    'womens',
    'woman',
    'womans',
    'lady',
    'ladies',
    'female',
    'females',
    'girl',
    'girls',
  ].map((word) => [word, 'women'] as const),
])

/**
 * A price limit as shoppers type it: under 1000, below rs. 1,500, less than ₹2k, within 800 rupees.
 */
const priceLimits =
  /\b(?:under|below|within|up ?to|(?:less|lower|cheaper) than)\s*(?:₹|rs\.?|inr|rupees?)?\s*(\d[\d,]{0,8})(?:\.\d{1,2})?(k?)(?![\p{L}\d,])(?:\s*(?:rs|inr|rupees?)\b\.?|\/-)?/gu

/**
 * Converts a text to lower case without accents, and to one spelling of words that have several.
 */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/\bt[\s-]+(?=s(?:h(?:i(?:r(?:ts?)?)?)?)?\b)/g, 't')

const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text in their normalized spelling, in their order. */
export const wordsOfText = (text: string): string[] => split(normalize(text))

/**
 * Parses a search. Genders and price limits become filters instead of words. Stop words are
 * dropped, unless there is nothing else.
 */
export function parseSearchQuery(search: string): SearchQuery {
  const prices: number[] = []
  const text = normalize(search).replace(
    priceLimits,
    (_limit, amount: string, thousands: string) => {
      prices.push(Number(amount.replaceAll(',', '')) * (thousands ? 1000 : 1))
      return ' '
    },
  )
  const uniqueWords = [...new Set(split(text))]
  const namedGenders = new Set(uniqueWords.flatMap((word) => genders.get(word) ?? []))
  const words = uniqueWords.filter((word) => !genders.has(word))
  const significantWords = words.filter((word) => !stopWords.has(word))
  const [gender] = namedGenders
  const hasFilters = namedGenders.size > 0 || prices.length > 0
  return {
    words: (significantWords.length > 0 || hasFilters ? significantWords : words.slice(-1)).slice(
      0,
      maxWords,
    ),
    gender: namedGenders.size === 1 ? gender : undefined,
    priceMax: prices.length > 0 ? Math.min(...prices) : undefined,
  }
}
