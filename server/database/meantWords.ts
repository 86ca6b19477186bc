import { desc, sql } from 'drizzle-orm'

import type { Database } from './connect.ts'
import { searchVocabulary } from './searchTables.ts'
import { slipsOf } from './slipsOf.ts'
import { statement } from './statement.ts'

type Found = { given: string; known: string | null; alike: string | null }

/**
 * What the words of a search probably mean: a word that products have, or that begins one, stays;
 * another is taken for the one it is a slip from, else for the most similar one. A word like nothing
 * at all stays and finds nothing.
 */
export async function meantWords(db: Database, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const { rows } = await db.execute<Found>(sql`
    select given.word as given,
      (select v.word from search_vocabulary v
        where v.word >= given.word and v.word < given.word || chr(1114111)
        limit 1) as known,
      (select v.word from search_vocabulary v where v.word % given.word
        order by similarity(v.word, given.word) desc, v.uses desc, v.word limit 1) as alike
    from unnest(array[${sql.join(
      words.map((word) => sql`${word}::text collate "C"`),
      sql`, `,
    )}])
      with ordinality as given(word, position)
    order by given.position`)
  const strange = rows.filter(({ known }) => known === null).map(({ given }) => given)
  const right = await putRight(db, strange)
  return rows.map(({ given, known, alike }) =>
    known === null ? (right.get(given) ?? alike ?? given) : given,
  )
}

const knownOf = statement('known_words', ['words'], (db, { words }) => {
  const { word, uses } = searchVocabulary
  return db
    .select({ word })
    .from(searchVocabulary)
    .where(sql`${word} = any(${words}::text[])`)
    .orderBy(desc(uses), word)
})

/** Words that are one slip from known ones, and of these the most used. */
async function putRight(db: Database, strange: string[]): Promise<Map<string, string>> {
  const slips = strange.map((word) => [word, slipsOf(word)] as const)
  const all = slips.flatMap(([, meant]) => meant)
  if (all.length === 0) return new Map()
  const known = await knownOf(db, { words: all })
  return new Map(
    slips.flatMap(([given, meant]) => {
      const found = known.find((one) => meant.includes(one.word))
      return found ? [[given, found.word] as const] : []
    }),
  )
}
