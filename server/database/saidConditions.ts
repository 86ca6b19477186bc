import { type SQL, sql } from 'drizzle-orm'

import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from './schema/catalogue.ts'
import type { Said } from './saidIn.ts'
import { tsQueryOfAll } from './tsQueryOf.ts'

/** As wide as what may be asked for, which is more than any product costs. */
export const paise = (rupees: string) => sql`${toPaise(Number(rupees) as Rupees)}::bigint`

/** Names as an array of text, as the indexes over lists of ids want them. */
export const textArray = (names: string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

export const isFor = (gender: string) =>
  sql`${products.genderIds} @> ${textArray([gender.toLowerCase()])}`
export const costsAtMost = (rupees: string) => sql`${products.pricePaise} <= ${paise(rupees)}`

/** What a search says beside its words. */
export const saidConditions = ({ gender, priceMax }: Omit<Said, 'words' | 'lexemes'>): SQL[] => [
  ...(gender === undefined ? [] : [isFor(gender)]),
  ...(priceMax === undefined ? [] : [costsAtMost(String(priceMax))]),
]

/** That a product has all the words; of no words, that it is one. */
export const hasWords = ({ words, lexemes }: Pick<Said, 'words' | 'lexemes'>): SQL[] =>
  words.length === 0 ? [] : [sql`${products.searchVector} @@ (${tsQueryOfAll(words, lexemes)})`]
