import { eq } from 'drizzle-orm'

import type { StoredFacts } from '#contract/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

const name = 'store_facts'

export async function readStoreFacts(db: Database): Promise<StoredFacts | undefined> {
  const [row] = await setting(db, { name })
  return row?.value as StoredFacts | undefined
}

const setting = preparedStatement('setting', ['name'], (db, at) =>
  db.select().from(storeSettings).where(eq(storeSettings.name, at.name)),
)

/** Keeps the facts, unless some are kept already: the back office may have changed them. */
export async function keepStoreFacts(db: Database, facts: StoredFacts): Promise<void> {
  await db.insert(storeSettings).values({ name, value: facts }).onConflictDoNothing()
}

/** Says anew who runs the store. */
export async function changeStoreFacts(db: Database, facts: StoredFacts): Promise<void> {
  await db
    .insert(storeSettings)
    .values({ name, value: facts })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: facts } })
}
