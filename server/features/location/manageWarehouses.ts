import { asc, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { warehouses } from '#server/database/storefrontTables.ts'
import type { Warehouse } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'

export type NewWarehouse = typeof warehouses.$inferInsert
export type WarehouseChanges = Partial<Omit<NewWarehouse, 'id'>>

export const listWarehouses = (db: Database): Promise<Warehouse[]> =>
  db.select().from(warehouses).orderBy(asc(warehouses.id))

/** @throws StoreError 'conflict' if there is one with this id */
export async function addWarehouse(db: Database, warehouse: NewWarehouse): Promise<Warehouse> {
  const [added] = await db.insert(warehouses).values(warehouse).onConflictDoNothing().returning()
  if (!added) throw new StoreError('conflict', `There is a warehouse ${warehouse.id} already`)
  return added
}

/**
 * A closed warehouse takes no new orders; those that were placed are still sent from it.
 *
 * @throws StoreError 'not_found'
 */
export async function changeWarehouse(
  db: Database,
  id: string,
  changes: WarehouseChanges,
): Promise<Warehouse> {
  const [changed] = await db
    .update(warehouses)
    .set(changes)
    .where(eq(warehouses.id, id))
    .returning()
  if (!changed) throw new StoreError('not_found', `There is no warehouse ${id}`)
  return changed
}
