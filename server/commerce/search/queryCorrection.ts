import { desc, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { searchVocabulary } from '#server/database/schema/catalogue.ts'
import { readLexemes } from './searchLexemes.ts'
import { wordsOfText, type SearchQuery, parseSearchQuery, stopWords } from './searchQuery.ts'

/**
 * What shoppers call things that products may be called otherwise. Of Hindi letters only the
 * consonants count, as in every search.
 */
const names: Record<string, string> = {
  dupatta: 'chunni chunari odhni दुपट्टा चुन्नी',
  ghagra: 'ghaghara घाघरा',
  hoodie: 'hudi hoody',
  jeans: 'जींस जीन्स',
  jutti: 'jooti jootis jootiyan',
  kameez: 'kamiz qamiz कमीज़',
  kurta: 'कुर्ता कुर्ती',
  lehenga: 'lengha लहंगा',
  pyjama: 'pajama pajamas payjama पजामा पायजामा',
  saree: 'साड़ी साड़ियां',
  salwar: 'सलवार',
  sandals: 'chappal chappals चप्पल',
  sherwani: 'शेरवानी',
  shirt: 'शर्ट',
  shoes: 'joota joote juta जूता जूते जूती',
  trousers: 'pent पैंट',
  tshirt: 'tishirt टीशर्ट',
}

/** By which other word a word is known, if by any. */
export const synonyms = new Map(
  Object.entries(names).flatMap(([name, others]) =>
    wordsOfText(others).map((other) => [other, name] as const),
  ),
)

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
export function typoVariants(word: string): string[] {
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
  return [...slips].filter((slip) => !stopWords.has(slip))
}

/** What is called in the plural is found by one of it as well: sneker is one slip from sneaker. */
export const pluralVariants = (slips: string[]): string[] => slips.map((slip) => `${slip}s`)

/**
 * Less alike than this is another word, and so is what begins otherwise: a chappal is like charcoal
 * in a third of its trigrams.
 */
export const minSimilarity = 0.4

/**
 * What the words of a search probably mean: a word that products have, or that begins one, stays;
 * another is taken for what else it is called, for the one it is a slip from, else for the most
 * similar one. A word like nothing at all stays and finds nothing.
 */
async function correctWords(db: Database, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const rows = await productsWithWord(db, { words })
  const strange = rows.filter(({ known }) => known === null).map(({ given }) => given)
  const right = await applyCorrections(db, strange)
  return rows.map(({ given, known, alike }) =>
    known === null ? (right.get(given) ?? alike ?? given) : given,
  )
}

const productsWithWord = preparedStatement('meant_words', ['words'], (db, { words }) => {
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
          where v.word % given.word and similarity(v.word, given.word) >= ${sql.raw(String(minSimilarity))}
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

const vocabularyMatches = preparedStatement('known_words', ['words'], (db, { words }) => {
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
async function applyCorrections(db: Database, strange: string[]): Promise<Map<string, string>> {
  const meant = strange.map((word) => {
    const slips = typoVariants(word)
    const other = synonyms.get(word)
    return [word, [other ? [other] : [], slips, pluralVariants(slips)]] as const
  })
  const all = meant.flatMap(([, choices]) => choices.flat())
  if (all.length === 0) return new Map()
  const known = (await vocabularyMatches(db, { words: all })).map(({ word }) => word)
  return new Map(
    meant.flatMap(([given, choices]) => {
      const [found] = choices.flatMap((choice) => known.find((word) => choice.includes(word)) ?? [])
      return found === undefined ? [] : [[given, found] as const]
    }),
  )
}

/** What a search says, with the words that are probably meant. */
export async function correctQuery(db: Database, search: string): Promise<SearchQuery> {
  const said = parseSearchQuery(search)
  const words = await correctWords(db, said.words)
  return { ...said, words, lexemes: await readLexemes(db, words) }
}
