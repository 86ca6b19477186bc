import { and, asc, eq } from 'drizzle-orm'

import type { Point } from '#contract/delivery/location.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type AddressRow, readAddress } from '#server/commerce/customers.ts'
import { addressNotFound } from '#server/commerce/errors.ts'
import { isOpenNow } from './openWarehouses.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type Warehouse = typeof warehouses.$inferSelect

/** Finds the warehouse that delivers to a point, if any. */
export type WarehouseFor = (db: Database, point: Point) => Promise<Warehouse | undefined>

/** Finds the warehouses whose area has a point, the nearest first, closed ones included. */
export type WarehousesAt = (db: Database, point: Point) => Promise<Warehouse[]>

const tryAndBuyCities = preparedStatement('try_and_buy_cities', [], (db) =>
  db
    .selectDistinct({ city: warehouses.city })
    .from(warehouses)
    .where(and(eq(warehouses.hasTryAndBuy, true), isOpenNow))
    .orderBy(asc(warehouses.city)),
)

/** The cities with an open warehouse that offers Try & Buy, in alphabetical order. */
export const readTryAndBuyCities = async (db: Database): Promise<string[]> =>
  (await tryAndBuyCities(db, {})).map(({ city }) => city)

/** The ids of all warehouses, open or not. */
export async function readWarehouseIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: warehouses.id }).from(warehouses).orderBy(asc(warehouses.id))
  return rows.map(({ id }) => id)
}

/**
 * Reads a saved address of the customer and the warehouse that delivers there.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if no warehouse delivers there
 */
export async function resolveDeliveryAddress(
  { db, userId }: CustomerContext,
  addressId: string,
  warehouseFor: WarehouseFor,
): Promise<{ address: AddressRow; warehouse: Warehouse }> {
  const address = await readAddress(db, userId, addressId)
  if (!address) throw addressNotFound()
  const point = pointOf(address)
  const warehouse = point && (await warehouseFor(db, point))
  if (!warehouse) {
    throw new StoreError('not_allowed_now', 'Delivery is not available for the chosen address')
  }
  return { address, warehouse }
}

/** Where an address is, if that is known. */
export function pointOf({
  latitude,
  longitude,
}: Pick<AddressRow, 'latitude' | 'longitude'>): Point | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude }
}
