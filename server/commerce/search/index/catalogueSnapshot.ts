import { LRUCache } from 'lru-cache'

import type { Column } from './columns.ts'
import type { Dictionary } from './dictionary.ts'
import type { WordIndex } from './wordIndex.ts'

/** The index of a product in `ids`, which are sorted as recommended. */
export type Position = number

export const columnNames = [
  'category',
  'brand',
  'origin',
  'subcategories',
  'genders',
  'sizes',
  'stockedIn',
  'colour',
  'fabrics',
  'occasions',
] as const
export type ColumnName = (typeof columnNames)[number]

/** A warehouse, and whether it takes orders. */
export type WarehouseState = {
  id: string
  isOpen: boolean
  /** When a closed one opens by itself, as an ISO time. */
  closedUntil: string | null
}

/** The catalogue in memory at one moment. It is never changed: a change makes a new one. */
export type CatalogueSnapshot = {
  ids: string[]
  words: WordIndex
  columns: Record<ColumnName, Column>
  /** In paise. */
  prices: Uint32Array
  /** In percent of the MRP, rounded. */
  discounts: Uint8Array
  /** The average of the reviews in tenths of a star; 0 with fewer reviews than cards show. */
  ratings: Uint8Array
  popularity: Float32Array
  /** Whether customers have bought it lately. */
  isSold: Uint8Array
  /** How much a product is recommended, apart from its stock. */
  ranks: Float64Array
  /** In seconds since 1970. */
  createdAt: Uint32Array
  /** In seconds since 1970; 0 if the product was never sold out. */
  restockedAt: Uint32Array
  inStock: Uint8Array
  warehouses: WarehouseState[]
  /** Whether `inStock` and `columns.sizes` have the stock of some of the warehouses only, while `ids` are sorted by that of all. */
  hasPartOfStock?: boolean
  /** The transaction that last changed each product. */
  changedIn: Float64Array
  /** By city in lower case, what customers there buy most. */
  trending: Map<string, Position[]>
  dictionary: Dictionary
  /** Corrects a word that no product has; undefined if none is similar. */
  correct: (word: string) => string | undefined
}

/** The maximum total size of the values of a cache, or a function of the number of products that returns it. */
type CacheLimit = number | ((products: number) => number)

/**
 * Caches values computed from a snapshot for as long as it is current. The size of a value is 1 if it is
 * not given; one that is larger than the cache is computed each time.
 */
export function cachePerSnapshot<Value extends object>(
  limit: CacheLimit,
  sizeOf: (value: Value) => number = () => 1,
) {
  const caches = new WeakMap<CatalogueSnapshot, LRUCache<string, Value, () => Value>>()
  return (snapshot: CatalogueSnapshot, key: string, compute: () => Value): Value => {
    let cache = caches.get(snapshot)
    if (!cache) {
      cache = new LRUCache({
        maxSize: typeof limit === 'number' ? limit : limit(snapshot.ids.length),
        sizeCalculation: (value) => Math.max(1, Math.ceil(sizeOf(value))),
        memoMethod: (_key, _stale, { context }) => context(),
      })
      caches.set(snapshot, cache)
    }
    return cache.memo(key, { context: compute })
  }
}

/** Memory that a cached list takes besides its numbers, in units of four bytes. */
const entryOverhead = 64

/**
 * The size of a cached list in units of four bytes. An empty list counts too, so that searches without
 * results cannot fill the memory.
 */
export const cachedListSize = (length: number): number => length + entryOverhead
