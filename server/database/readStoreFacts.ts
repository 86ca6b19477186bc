import { eq } from 'drizzle-orm'

import type { StoreFacts } from '#contract/storeFacts.ts'
import type { Database } from './connect.ts'
import { storeSettings } from './storefrontTables.ts'

/** Who runs the store, as it is kept; maps and payments follow from the settings. */
export type KeptFacts = Omit<StoreFacts, 'maps' | 'payments'>

const name = 'store_facts'

export async function readStoreFacts(db: Database): Promise<KeptFacts | undefined> {
  const [row] = await db.select().from(storeSettings).where(eq(storeSettings.name, name))
  return row?.value as KeptFacts | undefined
}

/** Keeps the facts, unless some are kept already: the back office may have changed them. */
export async function keepStoreFacts(db: Database, facts: KeptFacts): Promise<void> {
  await db.insert(storeSettings).values({ name, value: facts }).onConflictDoNothing()
}
