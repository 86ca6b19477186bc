import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'

import { products } from './catalogueTables.ts'
import type { Database } from './connect.ts'
import { searchVocabulary } from './searchTables.ts'
import { storeSettings } from './storefrontTables.ts'

const versionName = 'search_version'

/** Counts anew the words that products on sale are found by. After a seed or an import. */
export async function learnSearchWords(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${searchVocabulary}`)
    await tx.execute(sql`
      insert into ${searchVocabulary} (word, uses)
      select word, count(*)::int
      from ${products}, lateral (
        select distinct word
        from regexp_split_to_table(
          regexp_replace(lower(name || ' ' || search_words), '\\mt[ -]+shirt', 'tshirt', 'g'),
          '[^a-z]+') as word
        where length(word) between 3 and 30
      ) words
      where is_published
      group by word`)
    const value = randomUUID()
    await tx
      .insert(storeSettings)
      .values({ name: versionName, value })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value } })
  })
}

/** Another one each time the words were counted anew. */
export async function readSearchVersion(db: Database): Promise<string> {
  const rows = await db.select().from(storeSettings).where(eq(storeSettings.name, versionName))
  return String(rows[0]?.value ?? '')
}
