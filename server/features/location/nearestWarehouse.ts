import { eq } from 'drizzle-orm'

import type { Point } from '#contract/location.ts'
import type { Database } from '#server/database/connect.ts'
import { warehouses } from '#server/database/storefrontTables.ts'
import type { Warehouse } from '#server/platform/deliverTo.ts'
import { distanceKm, isWithin } from './distanceKm.ts'

/** The open warehouse nearest to a point, of those that deliver there. */
export async function nearestWarehouse(db: Database, point: Point): Promise<Warehouse | undefined> {
  const open = await db
    .select()
    .from(warehouses)
    .where(eq(warehouses.isOpen, true))
    .prepare('open_warehouses')
    .execute()
  const [nearest] = open
    .filter((warehouse) => isWithin(warehouse, point))
    .map((warehouse) => ({ warehouse, km: distanceKm(warehouse, point) }))
    .sort((a, b) => a.km - b.km)
  return nearest?.warehouse
}
