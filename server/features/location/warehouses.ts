import { asc, eq } from 'drizzle-orm'

import { dayText } from '#contract/values/indianTime.ts'
import type { Point } from '#contract/delivery/location.ts'
import type { Warehouse } from '#server/commerce/delivery/delivery.ts'
import { isWarehouseOpen } from '#server/commerce/delivery/openWarehouses.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { distanceKm } from '#contract/delivery/distance.ts'
import { isWithinKm } from './placeGrid.ts'

export type NewWarehouse = typeof warehouses.$inferInsert
export type WarehouseChanges = Partial<Omit<NewWarehouse, 'id'>>

export const listWarehouses = (db: Database): Promise<Warehouse[]> =>
  db.select().from(warehouses).orderBy(asc(warehouses.id))

/** @throws StoreError 'conflict' if there is one with this id */
export async function addWarehouse(db: Database, warehouse: NewWarehouse): Promise<Warehouse> {
  const [added] = await db.insert(warehouses).values(warehouse).onConflictDoNothing().returning()
  if (!added) throw new StoreError('conflict', `Warehouse ${warehouse.id} already exists`)
  return added
}

/**
 * A closed warehouse gets no new orders; placed orders are still shipped from it.
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
  if (!changed) throw new StoreError('not_found', `Warehouse ${id} does not exist`)
  return changed
}

const allWarehouses = preparedStatement('all_warehouses', [], (db) => db.select().from(warehouses))

/** The nearest open warehouse that delivers to a point. */
export async function nearestWarehouse(db: Database, point: Point): Promise<Warehouse | undefined> {
  return (await warehousesAround(db, point)).find(isWarehouseOpen)
}

/** Until when and why nothing is delivered to a point whose warehouses are all closed; undefined if nobody said. */
export async function closureAt(db: Database, point: Point): Promise<string | undefined> {
  const closed = (await warehousesAround(db, point)).find(
    ({ closedUntil, closedMessage }) => closedUntil !== null || closedMessage !== '',
  )
  if (!closed) return undefined
  const { closedUntil, closedMessage } = closed
  const until = closedUntil === null ? 'at the moment' : `until ${dayText(closedUntil)}`
  return `We’re closed ${until}. ${closedMessage}`.trim()
}

/** The warehouses whose area has this point, the nearest first, closed ones included. */
export async function warehousesAround(db: Database, point: Point): Promise<Warehouse[]> {
  return (await allWarehouses(db, {}))
    .filter((warehouse) => isWithinKm(warehouse, point))
    .map((warehouse) => ({ warehouse, km: distanceKm(warehouse, point) }))
    .sort((a, b) => a.km - b.km)
    .map(({ warehouse }) => warehouse)
}
