import { isWarehouseOpen } from '#server/commerce/openWarehouses.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
  type WarehouseState,
} from './catalogueSnapshot.ts'

/** Each has a byte for each product, and its own search results. */
const maxViews = 50
const cachedViews = cachePerSnapshot<CatalogueSnapshot>(maxViews)

/**
 * The catalogue as shoppers see it whom a warehouse serves: with its sizes and stock. Without a warehouse, and if that
 * one is closed, a product has what any open warehouse has.
 */
export function catalogueIn(snapshot: CatalogueSnapshot, warehouseId?: string): CatalogueSnapshot {
  const { warehouses } = snapshot
  const open = warehouses.filter(isOpenNow).map(({ id }) => id)
  const shown = warehouseId !== undefined && open.includes(warehouseId) ? [warehouseId] : open
  // A store whose warehouses are all closed shows the stock of all: it is on holiday, not sold out.
  if (shown.length === 0 || shown.length === warehouses.length) return snapshot
  return cachedViews(snapshot, shown.join(), () => withStockOf(snapshot, shown))
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
