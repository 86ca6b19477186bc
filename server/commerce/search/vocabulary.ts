import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'

import { products, searchLexemes, searchVocabulary } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'
import { preparedStatement } from '#server/database/client/statements.ts'

const versionName = 'search_version'

/**
 * Counts the products that use each word. `from` is the products table or a subquery with its
 * columns.
 */
const selectWordCounts = (from: SQL) => sql`
  select word, count(*)::int as uses
  from ${from}, lateral (
    select distinct word
    from regexp_split_to_table(
      regexp_replace(lower(name || ' ' || search_words), '\\mt[ -]+shirt', 'tshirt', 'g'),
      '[^a-z]+') as word
    where length(word) between 3 and 30
  ) words
  where is_published
  group by word`

/**
 * Rebuilds the vocabulary from all products on sale. Called after a seed; imports update it
 * incrementally.
 */
export async function buildVocabulary(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${searchVocabulary}`)
    await tx.execute(sql`
      insert into ${searchVocabulary} (word, uses) ${selectWordCounts(sql`${products}`)}`)
    await rebuildLexemes(tx)
    await renewSearchVersion(tx)
  })
}

/**
 * Runs `write`, which changes the products with these codes, and updates the word counts by the
 * difference. The cost depends on these products alone, not on the size of the catalogue.
 */
export async function updateVocabulary<Result>(
  tx: Database,
  codes: string[],
  write: () => Promise<Result>,
): Promise<Result> {
  const before = await countWords(tx, codes)
  const result = await write()
  const after = await countWords(tx, codes)
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((word) => ({ word, uses: (after.get(word) ?? 0) - (before.get(word) ?? 0) }))
    .filter(({ uses }) => uses !== 0)
    // Rows are always locked in the order of their words, so that two imports cannot deadlock.
    .sort((a, b) => (a.word < b.word ? -1 : 1))
  for (let from = 0; from < changes.length; from += rowsPerStatement) {
    const rows = changes.slice(from, from + rowsPerStatement)
    await tx
      .insert(searchVocabulary)
      .values(rows)
      .onConflictDoUpdate({
        target: searchVocabulary.word,
        set: { uses: sql`${searchVocabulary.uses} + excluded.uses` },
      })
    const words = rows.map(({ word }) => word)
    await tx.execute(sql`
      delete from ${searchVocabulary} where word = any(${sql.param(words)}::text[]) and uses <= 0`)
  }
  await addLexemesOf(tx, codes)
  return result
}

const rowsPerStatement = 5000

async function countWords(tx: Database, codes: string[]): Promise<Map<string, number>> {
  const changed = sql`(select * from ${products} where code = any(${sql.param(codes)}::text[])) changed`
  const { rows } = await tx.execute<{ word: string; uses: number }>(selectWordCounts(changed))
  return new Map(rows.map(({ word, uses }) => [word, uses]))
}

/** Tells every process that products have changed, so that each rebuilds its suggestions. */
export async function renewSearchVersion(db: Database): Promise<void> {
  const value = randomUUID()
  await db
    .insert(storeSettings)
    .values({ name: versionName, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } })
}

/**
 * Reads the version of the catalogue, which is a new random value after each change of products.
 */
export async function readSearchVersion(db: Database): Promise<string> {
  const rows = await db.select().from(storeSettings).where(eq(storeSettings.name, versionName))
  return String(rows[0]?.value ?? '')
}

/** The lexemes that begin with each word of a search. Words with too many lexemes are left out. */
export type Lexemes = Record<string, string[]>

/** A word that begins more lexemes than this is searched for as a prefix. */
const maxLexemes = 20

/**
 * Reads which lexemes the words of a search stand for. The index reads every match of a prefix (30 ms
 * for two common words among 500,000 products), but skips through the matches of exact lexemes
 * (4 ms). A word is left out if none or many lexemes begin with it, or if it is not a single token
 * to the full-text parser.
 */
export async function readLexemes(db: Database, words: string[]): Promise<Lexemes> {
  if (words.length === 0) return {}
  const rows = await lexemesByWord(db, { words })
  const lexemes: Lexemes = {}
  for (const { word, found } of rows) {
    if (found.length > 0 && found.length <= maxLexemes) lexemes[word] = found
  }
  return lexemes
}

const lexemesByWord = preparedStatement('lexemes_by_word', ['words'], (db, { words }) => {
  const given = sql`(
    select word, tsvector_to_array(to_tsvector('english', word)) as stems
    from unnest(${words}::text[]) as word
  ) given`
  const { lexeme } = searchLexemes
  return db
    .select({
      word: sql<string>`given.word`,
      found: sql<string[]>`array(
        select ${lexeme} from ${searchLexemes}
        where ${lexeme} >= given.stems[1] and ${lexeme} < given.stems[1] || chr(1114111)
        limit ${sql.raw(String(maxLexemes + 1))})`,
    })
    .from(given)
    .where(sql`cardinality(given.stems) = 1`)
})

/** Rebuilds the lexemes from all products. */
async function rebuildLexemes(tx: Database): Promise<void> {
  await tx.delete(searchLexemes)
  await addLexemes(tx, sql`true`)
}

/**
 * Adds the lexemes of the products with these codes. Lexemes that no product has any longer stay
 * until the next rebuild: they find nothing.
 */
const addLexemesOf = (tx: Database, codes: string[]) =>
  addLexemes(tx, sql`code = any(${sql.param(codes)}::text[])`)

/** Rows are inserted in the order of their lexemes, so that two imports cannot deadlock. */
async function addLexemes(tx: Database, condition: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${searchLexemes} (lexeme)
    select distinct lexeme from ${products}, unnest(tsvector_to_array(search_vector)) as lexeme
    where ${condition} order by lexeme
    on conflict do nothing`)
}
