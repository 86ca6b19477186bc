import { eq } from 'drizzle-orm'

import type { Point } from '#contract/location.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { warehouses } from '#server/database/storefrontTables.ts'
import { together } from '#server/database/together.ts'
import type { Warehouse } from '#server/platform/deliverTo.ts'
import { distanceKm, isWithin } from './distanceKm.ts'

const openWarehouses = statement('open_warehouses', [], (db) =>
  db.select().from(warehouses).where(eq(warehouses.isOpen, true)),
)

/** The open warehouse nearest to a point, of those that deliver there. */
export async function nearestWarehouse(
  db: Database,
  whereTo: Point | Promise<Point | undefined>,
): Promise<Warehouse | undefined> {
  const [open, point] = await together([openWarehouses(db, {}), Promise.resolve(whereTo)])
  if (!point) return undefined
  const [nearest] = open
    .filter((warehouse) => isWithin(warehouse, point))
    .map((warehouse) => ({ warehouse, km: distanceKm(warehouse, point) }))
    .sort((a, b) => a.km - b.km)
  return nearest?.warehouse
}
