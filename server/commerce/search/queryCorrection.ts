import { desc, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { searchVocabulary } from '#server/database/schema/catalogue.ts'
import { readLexemes } from './vocabulary.ts'
import { wordsOfText, type SearchQuery, parseSearchQuery, stopWords } from './searchQuery.ts'

/**
 * Words in the catalogue, each with the synonyms that shoppers type. Of Hindi letters only the
 * consonants count, as everywhere in the search.
 */
const synonymsByWord: Record<string, string> = {
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

/** Maps each synonym to the word that the catalogue uses. */
export const synonyms = new Map(
  Object.entries(synonymsByWord).flatMap(([name, synonymList]) =>
    wordsOfText(synonymList).map((synonym) => [synonym, name] as const),
  ),
)

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

/**
 * Corrects the words of a search. A word that is in the vocabulary, or the prefix of one that is,
 * stays. Any other is replaced by its synonym, else by the most used word that is one typo away,
 * else by the most similar word. A word without a match stays and finds nothing.
 */
async function correctWords(db: Database, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const rows = await productsWithWord(db, { words })
  const unknownWords = rows.filter(({ known }) => known === null).map(({ given }) => given)
  const corrections = await applyCorrections(db, unknownWords)
  return rows.map(({ given, known, alike }) =>
    known === null ? (corrections.get(given) ?? alike ?? given) : given,
  )
}

const productsWithWord = preparedStatement('products_with_word', ['words'], (db, { words }) => {
  const prefixMatch = sql`
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
      ) given ${prefixMatch}`,
    )
    .orderBy(sql`given.position`)
})

const vocabularyMatches = preparedStatement('vocabulary_matches', ['words'], (db, { words }) => {
  const { word, uses } = searchVocabulary
  return db
    .select({ word })
    .from(searchVocabulary)
    .where(sql`${word} = any(${words}::text[])`)
    .orderBy(desc(uses), word)
})

/**
 * Finds a correction for each unknown word: its synonym, else the most used word one typo away,
 * else the most used plural of one.
 */
async function applyCorrections(
  db: Database,
  unknownWords: string[],
): Promise<Map<string, string>> {
  const candidates = unknownWords.map((word) => {
    const variants = typoVariants(word)
    const synonym = synonyms.get(word)
    return [word, [synonym ? [synonym] : [], variants, pluralVariants(variants)]] as const
  })
  const allCandidates = candidates.flatMap(([, choices]) => choices.flat())
  if (allCandidates.length === 0) return new Map()
  const knownWords = (await vocabularyMatches(db, { words: allCandidates })).map(({ word }) => word)
  return new Map(
    candidates.flatMap(([given, choices]) => {
      const [found] = choices.flatMap(
        (choice) => knownWords.find((word) => choice.includes(word)) ?? [],
      )
      return found === undefined ? [] : [[given, found] as const]
    }),
  )
}

/** Parses a search and corrects its words. */
export async function correctQuery(db: Database, search: string): Promise<SearchQuery> {
  const query = parseSearchQuery(search)
  const words = await correctWords(db, query.words)
  return { ...query, words, lexemes: await readLexemes(db, words) }
}
