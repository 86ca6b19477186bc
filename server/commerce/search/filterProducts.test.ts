import { expect, test } from 'vitest'

import type { CatalogueSnapshot } from './catalogueIndex.ts'
import type { Column } from './columns.ts'
import { countMatches, filterProducts } from './filterProducts.ts'

/** More than two blocks. */
const size = 10_000

/** Product n has the value n modulo `count`. */
function columnOf(count: number, valueOf = (n: number) => [`v${n}`]): Column {
  return {
    values: Array.from({ length: count }, (_, n) => valueOf(n)),
    places: Uint32Array.from({ length: size }, (_, position) => position % count),
  }
}

const snapshot = {
  columns: {
    category: columnOf(7),
    brand: columnOf(500),
    subcategories: columnOf(400, (n) => [`v${n}`, `v${n + 1}`]),
    genders: columnOf(2, (n) => (n === 0 ? ['women'] : ['men'])),
  },
  prices: Uint32Array.from({ length: size }, (_, position) => (position % 1000) * 100),
  discounts: new Uint8Array(size),
  ratings: new Uint8Array(size),
  createdAt: new Uint32Array(size),
  restockedAt: new Uint32Array(size),
  inStock: new Uint8Array(size).fill(1),
} as Partial<CatalogueSnapshot> as CatalogueSnapshot

const positionsWhere = (isWanted: (position: number) => boolean) =>
  Array.from({ length: size }, (_, position) => position).filter(isWanted)

test('the products of few brands stay in the order of the catalogue [list.2]', () => {
  expect([...filterProducts(snapshot, { brand: 'v44,v3' })]).toEqual(
    positionsWhere((position) => position % 500 === 44 || position % 500 === 3),
  )
})

test('filters narrow each other, whichever leaves the fewest products [list.2]', () => {
  expect([...filterProducts(snapshot, { brand: 'v3', gender: 'men', priceMax: '60' })]).toEqual(
    positionsWhere((position) => position % 1000 === 3),
  )
  expect([...filterProducts(snapshot, { subcategory: 'v5', gender: 'women' })]).toEqual(
    positionsWhere((position) => position % 400 === 4),
  )
  expect(filterProducts(snapshot, { brand: 'v3', gender: 'women' })).toHaveLength(0)
  expect(filterProducts(snapshot, { category: 'v6', brand: 'unheard-of' })).toHaveLength(0)
})

test('no more products than wanted are looked for [list.4]', () => {
  const few = filterProducts(snapshot, { brand: 'v3' }, { maxCount: 2 })
  expect([...few]).toEqual([3, 503])

  const many = filterProducts(snapshot, { gender: 'women' }, { maxCount: 3000 })
  expect([...many]).toEqual(positionsWhere((position) => position % 2 === 0).slice(0, 3000))
})

test('the products of a search keep their order [search.1]', () => {
  const among = Uint32Array.from(positionsWhere(() => true).reverse())
  const found = filterProducts(snapshot, { gender: 'men', priceMin: '990' }, { among })
  expect([...found]).toEqual(
    positionsWhere((position) => position % 2 === 1 && position % 1000 >= 990).reverse(),
  )
})

test('as many are counted as are found [list.1]', () => {
  for (const filters of [{}, { gender: 'men' }, { brand: 'v3,v4', priceMax: '3' }]) {
    expect(countMatches(snapshot, filters)).toBe(filterProducts(snapshot, filters).length)
  }
})
