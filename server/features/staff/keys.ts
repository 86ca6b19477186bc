import { and, asc, eq, gt } from 'drizzle-orm'

import type { ApiKey, NewApiKey } from '#contract/staff/connections.ts'
import type { Database } from '#server/database/client/connect.ts'
import { apiKeys } from '#server/database/schema/staff.ts'
import { type Change, createApiKey } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import { readWarehouseNames, requireWarehouses } from './people.ts'

type Record = (change: Change) => Promise<void>
type KeyRow = typeof apiKeys.$inferSelect
type NamedWarehouse = { id: string; name: string }

/** Keys that have not ended. */
export async function listKeys(db: Database): Promise<ApiKey[]> {
  const named = await readWarehouseNames(db)
  const rows = await db
    .select()
    .from(apiKeys)
    .where(gt(apiKeys.expiresAt, clock.now()))
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))
  return rows.map((row) => keyOf(row, named))
}

function keyOf({ id, name, role, ...row }: KeyRow, named: NamedWarehouse[]): ApiKey {
  return {
    ...{ id, name, role },
    warehouses: named.filter((warehouse) => row.warehouseIds.includes(warehouse.id)),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

/**
 * Adds a key. Nobody knows its text until `replaceKeyText` has made it.
 *
 * @throws StoreError 'invalid' if a warehouse is unknown, or missing for a role that needs one
 */
export async function addKey(
  tx: Database,
  { name, role, warehouseIds, validDays }: NewApiKey,
  record: Record,
): Promise<ApiKey> {
  await requireWarehouses(tx, { role, warehouseIds }, 'key')
  const [row] = await tx
    .insert(apiKeys)
    .values({
      ...{ name, role, warehouseIds, keyHash: createApiKey().keyHash },
      createdAt: clock.now(),
      expiresAt: clock.later(validDays * dayMs),
    })
    .returning()
  if (!row) throw new Error('The key was not saved')
  const after = { role, warehouseIds, expiresAt: row.expiresAt.toISOString() }
  await record({ subject: 'key', subjectId: row.id, name, action: 'added', before: {}, after })
  return keyOf(row, await readWarehouseNames(tx))
}

/** Gives a key another text, which is returned this once. Only its hash is stored. */
export async function replaceKeyText(db: Database, id: string): Promise<string> {
  const { apiKey, keyHash } = createApiKey()
  await db.update(apiKeys).set({ keyHash }).where(eq(apiKeys.id, id))
  return apiKey
}

/** @throws StoreError 'not_found' if there is no such key, or it has ended */
export async function endKey(tx: Database, id: string, record: Record): Promise<void> {
  const isLive = and(eq(apiKeys.id, id), gt(apiKeys.expiresAt, clock.now()))
  const [row] = await tx.update(apiKeys).set({ expiresAt: clock.now() }).where(isLive).returning()
  if (!row) throw new StoreError('not_found', 'There’s no such key')
  await record({ subject: 'key', subjectId: row.id, name: row.name, action: 'ended' })
}
