import { desc, sql } from 'drizzle-orm'

import type { Database } from './client/connect.ts'
import { otherNames } from './otherNames.ts'
import { searchVocabulary } from './schema/catalogue.ts'
import { pluralsOf, slipsOf } from './slipsOf.ts'
import { preparedStatement } from './client/statements.ts'

/**
 * Less alike than this is another word, and so is what begins otherwise: a chappal is like charcoal
 * in a third of its trigrams.
 */
export const leastAlike = 0.4

/**
 * What the words of a search probably mean: a word that products have, or that begins one, stays;
 * another is taken for what else it is called, for the one it is a slip from, else for the most
 * similar one. A word like nothing at all stays and finds nothing.
 */
export async function meantWords(db: Database, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const rows = await foundOf(db, { words })
  const strange = rows.filter(({ known }) => known === null).map(({ given }) => given)
  const right = await putRight(db, strange)
  return rows.map(({ given, known, alike }) =>
    known === null ? (right.get(given) ?? alike ?? given) : given,
  )
}

const foundOf = preparedStatement('meant_words', ['words'], (db, { words }) => {
  const begun = sql`
    left join lateral (
      select v.word as known from search_vocabulary v
      where v.word >= given.word and v.word < given.word || chr(1114111)
      limit 1
    ) begun on true`
  return db
    .select({
      given: sql<string>`given.word`,
      known: sql<string | null>`begun.known`,
      alike: sql<string | null>`case when begun.known is null then
        (select v.word from search_vocabulary v
          where v.word % given.word and similarity(v.word, given.word) >= ${sql.raw(String(leastAlike))}
            and left(v.word, 1) = left(given.word, 1)
          order by similarity(v.word, given.word) desc, v.uses desc, v.word limit 1)
      end`,
    })
    .from(
      sql`(
        select word collate "C" as word, position
        from unnest(${words}::text[]) with ordinality as words(word, position)
      ) given ${begun}`,
    )
    .orderBy(sql`given.position`)
})

const knownOf = preparedStatement('known_words', ['words'], (db, { words }) => {
  const { word, uses } = searchVocabulary
  return db
    .select({ word })
    .from(searchVocabulary)
    .where(sql`${word} = any(${words}::text[])`)
    .orderBy(desc(uses), word)
})

/**
 * What else strange words are called, else the most used of the words they are a slip from, else of
 * those that are several of such a one.
 */
async function putRight(db: Database, strange: string[]): Promise<Map<string, string>> {
  const meant = strange.map((word) => {
    const slips = slipsOf(word)
    const other = otherNames.get(word)
    return [word, [other ? [other] : [], slips, pluralsOf(slips)]] as const
  })
  const all = meant.flatMap(([, choices]) => choices.flat())
  if (all.length === 0) return new Map()
  const known = (await knownOf(db, { words: all })).map(({ word }) => word)
  return new Map(
    meant.flatMap(([given, choices]) => {
      const [found] = choices.flatMap((choice) => known.find((word) => choice.includes(word)) ?? [])
      return found === undefined ? [] : [[given, found] as const]
    }),
  )
}
