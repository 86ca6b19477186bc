import { sql } from 'drizzle-orm'

import { warehouses } from '#server/database/schema/storefront.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Whether a warehouse takes orders: a closed one opens by itself at `closedUntil`. */
export const isOpenNow = sql<boolean>`(${warehouses.isOpen} or ${warehouses.closedUntil} <= now())`

type Opening = { isOpen: boolean; closedUntil: Date | null }

/** The same of a warehouse that was read. */
export const isWarehouseOpen = ({ isOpen, closedUntil }: Opening): boolean =>
  isOpen || (closedUntil !== null && closedUntil <= clock.now())

/**
 * The ids of the warehouses whose stock is shown: the open ones. If all are closed, it is all of them, because a store
 * on holiday is not sold out. It does not depend on a product, so it runs once per query.
 */
export const shownWarehouseIds = sql<string[]>`coalesce(
  nullif(array(select id::text from ${warehouses} where ${isOpenNow}), '{}'),
  array(select id::text from ${warehouses}))`
