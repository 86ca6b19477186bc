import type { Lexemes } from './searchLexemes.ts'

/** Words that say nothing about a product, unless they are all there is, or not yet typed out. */
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

/** What a search says before anyone looks for it. */
export type SearchQuery = {
  /** What products have to be found by; at most eight words count. */
  words: string[]
  /** What full-text search knows the words as; a word that is not here is looked for as a prefix. */
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

/** A limit as it is typed: under 1000, below rs. 1,500, less than ₹2k, within 800 rupees. */
const limits =
  /\b(?:under|below|within|up ?to|(?:less|lower|cheaper) than)\s*(?:₹|rs\.?|inr|rupees?)?\s*(\d[\d,]{0,8})(?:\.\d{1,2})?(k?)(?![\p{L}\d,])(?:\s*(?:rs|inr|rupees?)\b\.?|\/-)?/gu

/** In lower case and without accents; what is written in several ways is written in one. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/\bt[\s-]+(?=s(?:h(?:i(?:r(?:ts?)?)?)?)?\b)/g, 't')

const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text as they stand, one spelling each. */
export const wordsOfText = (text: string): string[] => split(plain(text))

/**
 * A gender and a limit of price are no words to be found by: they narrow what is found. Small words
 * say nothing, unless there is nothing else.
 */
export function parseSearchQuery(search: string): SearchQuery {
  const prices: number[] = []
  const rest = plain(search).replace(limits, (_limit, amount: string, thousands: string) => {
    prices.push(Number(amount.replaceAll(',', '')) * (thousands ? 1000 : 1))
    return ' '
  })
  const all = [...new Set(split(rest))]
  const said = new Set(all.flatMap((word) => genders.get(word) ?? []))
  const others = all.filter((word) => !genders.has(word))
  const telling = others.filter((word) => !stopWords.has(word))
  const [gender] = said
  const narrows = said.size > 0 || prices.length > 0
  return {
    words: (telling.length > 0 || narrows ? telling : others.slice(-1)).slice(0, maxWords),
    gender: said.size === 1 ? gender : undefined,
    priceMax: prices.length > 0 ? Math.min(...prices) : undefined,
  }
}
