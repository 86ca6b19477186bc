import { eq, sql } from 'drizzle-orm'

import type { PersistedStoreFacts } from '#contract/store/storeFacts.ts'
import { type StoreTerms, termsOf, usualTerms } from '#contract/store/storeTerms.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

const name = 'store_facts'

export async function readStoreFacts(db: Database): Promise<PersistedStoreFacts | undefined> {
  const [row] = await settingByName(db, { name })
  return row?.value as PersistedStoreFacts | undefined
}

/** The terms of the store: hours, return window, cash limits. */
export const readStoreTerms = async (db: Database): Promise<StoreTerms> =>
  termsOf(await readStoreFacts(db))

/** The return window as an interval of SQL. */
export const returnInterval = sql`make_interval(hours => coalesce((
  select (${storeSettings.value} #>> '{terms,returnHours}')::int
  from ${storeSettings} where ${storeSettings.name} = ${name}), ${usualTerms.returnHours}::int))`

const settingByName = preparedStatement('setting_by_name', ['name'], (db, params) =>
  db.select().from(storeSettings).where(eq(storeSettings.name, params.name)),
)

/** Saves the facts on the first start only, because the back office may have changed them since. */
export async function saveInitialStoreFacts(
  db: Database,
  facts: PersistedStoreFacts,
): Promise<void> {
  await db.insert(storeSettings).values({ name, value: facts }).onConflictDoNothing()
}

/** Replaces the facts about who runs the store. */
export async function saveStoreFacts(db: Database, facts: PersistedStoreFacts): Promise<void> {
  await db
    .insert(storeSettings)
    .values({ name, value: facts })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value: facts } })
}
