import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

const versionName = 'search_version'

/** Tells every process that products have changed, so that each rebuilds its index. */
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
