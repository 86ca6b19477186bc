import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'

import { products, searchVocabulary } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { addLexemesOf, rebuildLexemes } from './searchLexemes.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

const versionName = 'search_version'

/** The words of each product; a query over `from` a table or a part of it that has its columns. */
const wordsOf = (from: SQL) => sql`
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

/** Rebuilds the vocabulary from all products on sale. After a seed; an import updates it as it goes. */
export async function buildVocabulary(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${searchVocabulary}`)
    await tx.execute(sql`
      insert into ${searchVocabulary} (word, uses) ${wordsOf(sql`${products}`)}`)
    await rebuildLexemes(tx)
    await renewSearchVersion(tx)
  })
}

/**
 * Runs `write`, which changes the products of these codes, and updates the vocabulary by what it has
 * changed in their words. The cost depends on these products alone, not on the catalogue.
 */
export async function updateVocabulary<Result>(
  tx: Database,
  codes: string[],
  write: () => Promise<Result>,
): Promise<Result> {
  const before = await usesIn(tx, codes)
  const result = await write()
  const after = await usesIn(tx, codes)
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((word) => ({ word, uses: (after.get(word) ?? 0) - (before.get(word) ?? 0) }))
    .filter(({ uses }) => uses !== 0)
    // In one order for all, so that two imports do not block each other.
    .sort((one, other) => (one.word < other.word ? -1 : 1))
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

async function usesIn(tx: Database, codes: string[]): Promise<Map<string, number>> {
  const changed = sql`(select * from ${products} where code = any(${sql.param(codes)}::text[])) changed`
  const { rows } = await tx.execute<{ word: string; uses: number }>(wordsOf(changed))
  return new Map(rows.map(({ word, uses }) => [word, uses]))
}

/** Tells every process that products have changed, so that suggestions are made anew. */
export async function renewSearchVersion(db: Database): Promise<void> {
  const value = randomUUID()
  await db
    .insert(storeSettings)
    .values({ name: versionName, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } })
}

/** A new value each time that products have changed. */
export async function readSearchVersion(db: Database): Promise<string> {
  const rows = await db.select().from(storeSettings).where(eq(storeSettings.name, versionName))
  return String(rows[0]?.value ?? '')
}
