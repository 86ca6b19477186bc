import type { Point } from '#contract/location.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type AddressRow, readAddress } from './customers.ts'
import type { warehouses } from '#server/database/schema/storefront.ts'
import { pipeline } from '#server/database/client/statements.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type Warehouse = typeof warehouses.$inferSelect

/** Finds the warehouse that delivers to a point on the map, if one does. The point may be on its way. */
export type WarehouseFor = (
  db: Database,
  point: Point | Promise<Point | undefined>,
) => Promise<Warehouse | undefined>

/** A saved address of the user's own, and the warehouse that delivers there; or a refusal. */
export async function resolveDeliveryAddress(
  { db, userId }: CustomerStore,
  addressId: string,
  warehouseFor: WarehouseFor,
): Promise<{ address: AddressRow; warehouse: Warehouse }> {
  const asked = readAddress(db, userId, addressId)
  const point = asked.then((row) => row && pointOn(row))
  const [address, warehouse] = await pipeline([asked, warehouseFor(db, point)])
  if (!address) throw new StoreError('not_found', 'This address is not saved')
  if (!warehouse) {
    throw new StoreError('not_allowed_now', 'Delivery is not available for the chosen address')
  }
  return { address, warehouse }
}

function pointOn({ latitude, longitude }: AddressRow): Point | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude }
}
