import { eq } from 'drizzle-orm'

import type { DeliverySettings } from '#contract/staff/deliverySettings.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type Change } from '#server/platform/http/staffSessions.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'

const name = 'delivery'

/** What holds until the owner sets something else. */
const usual: DeliverySettings = { proof: 'none' }

export async function readDeliverySettings(db: Database): Promise<DeliverySettings> {
  const [row] = await db.select().from(storeSettings).where(eq(storeSettings.name, name))
  return { ...usual, ...(row?.value as Partial<DeliverySettings> | undefined) }
}

/** A change of the settings, as the history keeps it. */
export const settingsChange = (before: DeliverySettings, after: DeliverySettings): Change => ({
  ...{ subject: 'store', subjectId: name, name: 'Delivery' },
  ...{ action: 'changed the proof of delivery', before, after, skipIfUnchanged: true },
})

export async function saveDeliverySettings(db: Database, value: DeliverySettings): Promise<void> {
  await db
    .insert(storeSettings)
    .values({ name, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } })
}
