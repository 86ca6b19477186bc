import { and, type SQL, sql } from 'drizzle-orm'

import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Lexemes } from './vocabulary.ts'
import type { SearchQuery } from './searchQuery.ts'

/** A T-shirt is not a shirt, so its name is searched for as one word in either spelling. */
const isTShirt = (word: string) => word.startsWith('tshirt')

/**
 * The forms of a word in tsquery syntax, each as a prefix. Weight A restricts the search to product
 * names.
 */
function tsQueryTextFor(word: string, weight: '' | 'A' = ''): string {
  const forms = isTShirt(word) ? [word, `'t-shirt'`] : [word]
  return `(${forms.map((form) => `${form}:*${weight}`).join(' | ')})`
}

const query = (text: string): SQL => sql`to_tsquery('english', ${text})`

/** A tsquery for products that have all the words; ranking uses it. */
const tsQueryOf = (words: string[]): SQL =>
  query(words.map((word) => tsQueryTextFor(word)).join(' & '))

/** Matches the same products as `tsQueryOf`, but faster if the lexemes of the words are given. */
const tsQueryOfAll = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` && `,
  )

/** A tsquery for products that have at least one of the words. */
export const tsQueryOfAny = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` || `,
  )

function tsQueryOfWord(word: string, lexemes: Lexemes): SQL {
  const exactLexemes = isTShirt(word) ? undefined : lexemes[word]
  return exactLexemes
    ? sql`${exactLexemes.map(quoteLexeme).join(' | ')}::tsquery`
    : query(tsQueryTextFor(word))
}

/** A tsquery for products with the word in their name. */
export const tsQueryOfName = (word: string): SQL => query(tsQueryTextFor(word, 'A'))

/** A lexeme in the text form of a tsquery. */
const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The price in paise as a bigint, because a shopper may enter a limit that is larger than an int.
 */
export const paise = (rupees: string) => sql`${toPaise(Number(rupees) as Rupees)}::bigint`

/** The names as text[], the type that the GIN indexes on id arrays need. */
export const textArray = (names: string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

export const isForGender = (gender: string) =>
  sql`${products.genderIds} @> ${textArray([gender.toLowerCase()])}`
export const isPriceAtMost = (rupees: string) => sql`${products.pricePaise} <= ${paise(rupees)}`

/** The conditions that a search contains besides its words. */
export const queryConditions = ({
  gender,
  priceMax,
}: Omit<SearchQuery, 'words' | 'lexemes'>): SQL[] => [
  ...(gender === undefined ? [] : [isForGender(gender)]),
  ...(priceMax === undefined ? [] : [isPriceAtMost(String(priceMax))]),
]

/** Matches products that have all the words. Without words it adds no condition. */
export const matchesWords = ({ words, lexemes }: Pick<SearchQuery, 'words' | 'lexemes'>): SQL[] =>
  words.length === 0 ? [] : [sql`${products.searchVector} @@ (${tsQueryOfAll(words, lexemes)})`]

/**
 * At most this many matches are ranked and counted: shoppers do not page further, and each match
 * costs one page of the table.
 */
export const maxRanked = 500

/**
 * The rank of a T-shirt is multiplied by this in a search for shirts, because it has the lexeme but
 * is another kind of product.
 */
const tShirtRankFactor = 0.1

const rankOf = (words: string[]): SQL => {
  const rank = sql`ts_rank(${products.searchVector}, ${tsQueryOf(words)})`
  const isShirtSearch = words.some((word) => /^shirts?$/.test(word)) && !words.some(isTShirt)
  if (!isShirtSearch) return rank
  const isTShirtMatch = sql`${products.searchVector} @@ ${tsQueryOf(['tshirt'])}`
  return sql`${rank} * case when ${isTShirtMatch} then ${sql.raw(String(tShirtRankFactor))} else 1 end`
}

type Page = { searchQuery: SearchQuery; conditions: SQL[]; offset?: number; limit: number }

/**
 * A page of the products that have all the words of a search and fulfil `conditions`, in-stock
 * products first and then by rank, for a join as `best`. Only the rows of the page are joined. Each
 * row has the number of matches as `matches`, at most `maxRanked` + 1.
 */
export const readBestMatches = ({ searchQuery, conditions, offset = 0, limit }: Page) => sql`(
  select id, rank, count(*) over ()::int as matches
  from (
    select ${products.id} as id, ${products.isInStock} as is_in_stock,
      ${rankOf(searchQuery.words)} as rank
    from ${products}
    where ${and(...matchesWords(searchQuery), ...conditions)}
    limit ${sql.raw(String(maxRanked + 1))}
  ) found
  order by is_in_stock desc, rank desc, id
  offset ${offset} limit ${limit}
) best`
