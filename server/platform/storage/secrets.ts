import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

/** A random secret that is generated on first use and stored in the database for all processes. */
export async function loadSecret(db: Database, name: string): Promise<string> {
  await db
    .insert(storeSettings)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(storeSettings).where(eq(storeSettings.name, name))
  return row?.value as string
}

/**
 * The key of hashes of one-time passwords and of what outlives a deleted account: from the settings, else
 * generated.
 */
export const loadPepper = async (
  { otpPepper }: { otpPepper?: string | undefined },
  db: Database,
): Promise<string> => otpPepper ?? (await loadSecret(db, 'otp_pepper'))
