import { and, type SQL, sql } from 'drizzle-orm'

import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Lexemes } from './searchLexemes.ts'
import type { SearchQuery } from './searchQuery.ts'

/** A T-shirt's name is looked for whole, however it is written: it is no shirt. */
const isTShirt = (word: string) => word.startsWith('tshirt')

/** How a word may stand in a product: as the beginning of one. Weight A is in its name. */
function formsOf(word: string, weight: '' | 'A' = ''): string {
  const forms = isTShirt(word) ? [word, `'t-shirt'`] : [word]
  return `(${forms.map((form) => `${form}:*${weight}`).join(' | ')})`
}

const query = (text: string): SQL => sql`to_tsquery('english', ${text})`

/** The words as PostgreSQL looks for them: all of them. Products are ranked by it. */
const tsQueryOf = (words: string[]): SQL => query(words.map((word) => formsOf(word)).join(' & '))

/** The same products as `tsQueryOf`, found faster where the lexemes of the words are known. */
const tsQueryOfAll = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` && `,
  )

/** At least one of the words. */
export const tsQueryOfAny = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` || `,
  )

function tsQueryOfWord(word: string, lexemes: Lexemes): SQL {
  const known = isTShirt(word) ? undefined : lexemes[word]
  return known ? sql`${known.map(quoted).join(' | ')}::tsquery` : query(formsOf(word))
}

/** What is called so. */
export const tsQueryOfName = (word: string): SQL => query(formsOf(word, 'A'))

/** A lexeme in the text form of a tsquery. */
const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** As wide as what may be asked for, which is more than any product costs. */
export const paise = (rupees: string) => sql`${toPaise(Number(rupees) as Rupees)}::bigint`

/** Names as an array of text, as the indexes over lists of ids want them. */
export const textArray = (names: string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

export const isForGender = (gender: string) =>
  sql`${products.genderIds} @> ${textArray([gender.toLowerCase()])}`
export const isPriceAtMost = (rupees: string) => sql`${products.pricePaise} <= ${paise(rupees)}`

/** What a search says beside its words. */
export const queryConditions = ({
  gender,
  priceMax,
}: Omit<SearchQuery, 'words' | 'lexemes'>): SQL[] => [
  ...(gender === undefined ? [] : [isForGender(gender)]),
  ...(priceMax === undefined ? [] : [isPriceAtMost(String(priceMax))]),
]

/** That a product has all the words; of no words, that it is one. */
export const matchesWords = ({ words, lexemes }: Pick<SearchQuery, 'words' | 'lexemes'>): SQL[] =>
  words.length === 0 ? [] : [sql`${products.searchVector} @@ (${tsQueryOfAll(words, lexemes)})`]

/**
 * Ranking and counting stop here: beyond so many finds neither matters to anyone, and each one costs
 * a page of the table.
 */
export const maxRanked = 500

/** A T-shirt has the word too, but is not what a shirt is. */
const asOtherThing = 0.1

const rankOf = (words: string[]): SQL => {
  const fit = sql`ts_rank(${products.searchVector}, ${tsQueryOf(words)})`
  const isOfShirts = words.some((word) => /^shirts?$/.test(word)) && !words.some(isTShirt)
  if (!isOfShirts) return fit
  const other = sql`${products.searchVector} @@ ${tsQueryOf(['tshirt'])}`
  return sql`${fit} * case when ${other} then ${sql.raw(String(asOtherThing))} else 1 end`
}

type Page = { said: SearchQuery; conditions: SQL[]; offset?: number; limit: number }

/**
 * A page of the products that have all the words of a search and fulfil `conditions`, what is in stock first
 * and then by how well they fit, to be joined as `best`. Only the page's own rows are joined. Each row
 * has the number of finds as `matches`, at most one more than are ranked.
 */
export const readBestMatches = ({ said, conditions, offset = 0, limit }: Page) => sql`(
  select id, rank, count(*) over ()::int as matches
  from (
    select ${products.id} as id, ${products.isInStock} as is_in_stock,
      ${rankOf(said.words)} as rank
    from ${products}
    where ${and(...matchesWords(said), ...conditions)}
    limit ${sql.raw(String(maxRanked + 1))}
  ) found
  order by is_in_stock desc, rank desc, id
  offset ${offset} limit ${limit}
) best`
