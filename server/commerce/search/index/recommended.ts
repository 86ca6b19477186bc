import type { CatalogueSnapshot, Position } from './catalogueSnapshot.ts'
import { filterProducts, type ListFilters } from './filterProducts.ts'

/** No brand has more than a third of the first products of a list. */
const diverseCount = 12
const maxPerBrand = diverseCount / 3
/** The products from which other brands are moved up, so a first page needs as many. */
const diversityWindow = 60

/**
 * Moves products of a dominant brand back, so that the first row of a list shows several brands; only
 * among products in stock.
 */
export function withDiverseBrands(
  { columns, inStock }: CatalogueSnapshot,
  positions: Uint32Array,
): Uint32Array {
  const { codes } = columns.brand
  const window = [...positions.subarray(0, diversityWindow)]
  const soldOutAt = window.findIndex((position) => !inStock[position])
  if (soldOutAt >= 0) window.length = soldOutAt
  const perBrand = new Map<number, number>()
  const first: Position[] = []
  const later: Position[] = []
  for (const position of window) {
    const brand = codes[position] as number
    const shown = perBrand.get(brand) ?? 0
    if (first.length < diverseCount && shown < maxPerBrand) {
      perBrand.set(brand, shown + 1)
      first.push(position)
    } else later.push(position)
  }
  const result = positions.slice()
  result.set([...first, ...later])
  return result
}

type Recommended = {
  filters: ListFilters
  count: number
  /** The gender whose products in stock come first. */
  prefer?: string | undefined
}

/**
 * The first `count` products or more that fulfil the filters, as recommended. The whole catalogue is
 * looked at only if fewer match.
 */
export function filterRecommended(
  snapshot: CatalogueSnapshot,
  { filters, count, prefer }: Recommended,
): Uint32Array {
  const maxCount = Math.max(count, diversityWindow)
  if (!prefer || filters.gender)
    return withDiverseBrands(snapshot, filterInStockFirst(snapshot, filters, maxCount))
  const inStockFor = { ...filters, gender: prefer, inStock: 'true' } as const
  const preferred = withDiverseBrands(snapshot, filterProducts(snapshot, inStockFor, { maxCount }))
  if (preferred.length === maxCount) return preferred
  const isPreferred = new Set(preferred)
  const all = filterInStockFirst(snapshot, filters, maxCount)
  return Uint32Array.from([...preferred, ...all.filter((position) => !isPreferred.has(position))])
}

/** The first products that fulfil the filters: in stock before sold out, then as recommended. */
function filterInStockFirst(
  snapshot: CatalogueSnapshot,
  filters: ListFilters,
  maxCount: number,
): Uint32Array {
  if (!snapshot.hasPartOfStock) return filterProducts(snapshot, filters, { maxCount })
  const inStock = filterProducts(snapshot, { ...filters, inStock: 'true' }, { maxCount })
  if (inStock.length === maxCount || filters.inStock === 'true') return inStock
  const isSoldOut = (position: Position) => snapshot.inStock[position] === 0
  const soldOut = filterProducts(snapshot, filters).filter(isSoldOut)
  return Uint32Array.from([...inStock, ...soldOut.subarray(0, maxCount - inStock.length)])
}

/** Products for a gender before the others; what is sold out stays last. */
export function withGenderFirst(
  { columns, inStock }: CatalogueSnapshot,
  positions: Uint32Array,
  gender: string,
): Uint32Array {
  const { values, codes } = columns.genders
  const isFor = values.map((genders) => genders.includes(gender))
  const groups: Position[][] = [[], [], []]
  for (const position of positions) {
    const isWanted = isFor[codes[position] as number]
    groups[!inStock[position] ? 2 : isWanted ? 0 : 1]?.push(position)
  }
  return Uint32Array.from(groups.flat())
}
