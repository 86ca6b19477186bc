import { isWarehouseOpen } from '#server/commerce/delivery/openWarehouses.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
  type WarehouseState,
} from './catalogueSnapshot.ts'

/** Each has its stock, a byte for each product, and a cache of its own. */
const cachedViews = cachePerSnapshot<CatalogueSnapshot>('warehouses', ({ ids }) => ids.length / 4)

/**
 * The catalogue as seen by shoppers served by a warehouse: with its sizes and stock. Without a warehouse, and if that
 * one is closed, a product has what any open warehouse has.
 */
export function catalogueIn(snapshot: CatalogueSnapshot, warehouseId?: string): CatalogueSnapshot {
  const from = shownWarehouse(snapshot, warehouseId)
  const shown = from === undefined ? shownWarehouses(snapshot) : [from]
  if (shown.length === snapshot.warehouses.length) return snapshot
  return cachedViews(snapshot, shown.join(), () => withStockOf(snapshot, shown))
}

/** The warehouse whose stock is shown; undefined if there is no such one or it is closed. */
export const shownWarehouse = (
  snapshot: CatalogueSnapshot,
  warehouseId: string | undefined,
): string | undefined => shownWarehouses(snapshot).find((id) => id === warehouseId)

/** As `shownWarehouseIds` of the database. */
function shownWarehouses({ warehouses }: CatalogueSnapshot): string[] {
  const open = warehouses.filter(isOpenNow)
  return (open.length > 0 ? open : warehouses).map(({ id }) => id)
}

const isOpenNow = ({ isOpen, closedUntil }: WarehouseState): boolean =>
  isWarehouseOpen({ isOpen, closedUntil: closedUntil === null ? null : new Date(closedUntil) })

function withStockOf(snapshot: CatalogueSnapshot, warehouseIds: string[]): CatalogueSnapshot {
  const { values, codes } = snapshot.columns.stockedIn
  const sizes = values.map((stockedIn) => sizesIn(stockedIn, warehouseIds))
  const hasAny = Uint8Array.from(sizes, ({ length }) => Math.min(1, length))
  const inStock = new Uint8Array(codes.length)
  for (let at = 0; at < codes.length; at++) inStock[at] = hasAny[codes[at] as number] as number
  const columns = { ...snapshot.columns, sizes: { values: sizes, codes } }
  return { ...snapshot, columns, inStock, hasPartOfStock: true }
}

/** The sizes of 'indore:M' and the like. */
function sizesIn(stockedIn: string[], warehouseIds: string[]): string[] {
  const sizes = warehouseIds.flatMap((id) =>
    stockedIn.flatMap((entry) => (entry.startsWith(`${id}:`) ? entry.slice(id.length + 1) : [])),
  )
  return [...new Set(sizes)]
}
