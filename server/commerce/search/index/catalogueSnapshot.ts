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

/** In units of four bytes: 12 MB, and 160 bytes for each product. */
const maxCacheSize = ({ ids }: CatalogueSnapshot) => 3_000_000 + 40 * ids.length

/** What an entry takes besides its value, so that searches without results cannot fill the memory. */
const entryOverhead = 64

const caches = new WeakMap<CatalogueSnapshot, LRUCache<string, object>>()

function cacheOf(snapshot: CatalogueSnapshot): LRUCache<string, object> {
  const cache =
    caches.get(snapshot) ?? new LRUCache<string, object>({ maxSize: maxCacheSize(snapshot) })
  caches.set(snapshot, cache)
  return cache
}

/**
 * Caches values of a kind that are computed from a snapshot, for as long as it is current. All kinds share
 * one cache; `sizeOf` a value is in units of four bytes. One that is larger than the cache is computed each time.
 */
export function cachePerSnapshot<Value extends object>(
  kind: string,
  sizeOf: (value: Value) => number,
) {
  return (snapshot: CatalogueSnapshot, key: string, compute: () => Value): Value => {
    const cache = cacheOf(snapshot)
    const name = `${kind} ${key}`
    // A value under this kind has its type.
    const cached = cache.get(name) as Value | undefined
    if (cached) return cached
    const value = compute()
    cache.set(name, value, { size: Math.ceil(sizeOf(value)) + entryOverhead })
    return value
  }
}
