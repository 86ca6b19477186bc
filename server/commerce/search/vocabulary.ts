import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'

import { products, searchVocabulary } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { addLexemesOf, rebuildLexemes } from './searchLexemes.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

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
