import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { storeSettings } from '#server/database/storefrontTables.ts'

/** A secret that the store made up for itself, the same after every start and in every process. */
export async function keptSecret(db: Database, name: string): Promise<string> {
  await db
    .insert(storeSettings)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(storeSettings).where(eq(storeSettings.name, name))
  return row?.value as string
}
