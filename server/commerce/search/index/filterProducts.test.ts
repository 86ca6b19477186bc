import { expect, test } from 'vitest'

import type { CatalogueSnapshot } from './catalogueSnapshot.ts'
import type { Column } from './columns.ts'
import { countMatches, filterProducts } from './filterProducts.ts'

/** More than two blocks. */
const size = 10_000

function snapshotOf(length: number): CatalogueSnapshot {
  /** Product n has the value n modulo `count`. */
  const columnOf = (count: number, valueOf = (n: number) => [`v${n}`]): Column => ({
    values: Array.from({ length: count }, (_, n) => valueOf(n)),
    codes: Uint32Array.from({ length }, (_, position) => position % count),
  })
  return {
    columns: {
      category: columnOf(7),
      brand: columnOf(500),
      subcategories: columnOf(400, (n) => [`v${n}`, `v${n + 1}`]),
      genders: columnOf(2, (n) => (n === 0 ? ['women'] : ['men'])),
    },
    prices: Uint32Array.from({ length }, (_, position) => (position % 1000) * 100),
    discounts: new Uint8Array(length),
    ratings: new Uint8Array(length),
    createdAt: new Uint32Array(length),
    restockedAt: new Uint32Array(length),
    inStock: new Uint8Array(length).fill(1),
  } as Partial<CatalogueSnapshot> as CatalogueSnapshot
}
const snapshot = snapshotOf(size)

const positionsWhere = (isMatch: (position: number) => boolean) =>
  Array.from({ length: size }, (_, position) => position).filter(isMatch)

test('products of a few brands keep the order of the catalogue [list.2]', () => {
  expect([...filterProducts(snapshot, { brand: 'v44,v3' })]).toEqual(
    positionsWhere((position) => position % 500 === 44 || position % 500 === 3),
  )
})

test('filters combine, whichever of them leaves the fewest products [list.2]', () => {
  expect([...filterProducts(snapshot, { brand: 'v3', gender: 'men', priceMax: '60' })]).toEqual(
    positionsWhere((position) => position % 1000 === 3),
  )
  expect([...filterProducts(snapshot, { subcategory: 'v5', gender: 'women' })]).toEqual(
    positionsWhere((position) => position % 400 === 4),
  )
  expect(filterProducts(snapshot, { brand: 'v3', gender: 'women' })).toHaveLength(0)
  expect(filterProducts(snapshot, { category: 'v6', brand: 'unheard-of' })).toHaveLength(0)
})

test('the scan stops once enough products are found [list.4]', () => {
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

test('the count equals the number of products found [list.1]', () => {
  for (const filters of [{}, { gender: 'men' }, { brand: 'v3,v4', priceMax: '3' }]) {
    const { length } = filterProducts(snapshot, filters)
    expect(countMatches(snapshot, filters)).toEqual({ total: length, isMinimum: false })
  }
})

test('in a large catalogue the count ends early, unless few match [list.1]', () => {
  const large = snapshotOf(200_000)

  // Half of the first 65,536 products, in whole thousands.
  expect(countMatches(large, { priceMin: '500' })).toEqual({ total: 32_000, isMinimum: true })
  expect(countMatches(large, { priceMax: '0' })).toEqual({ total: 200, isMinimum: false })
  expect(countMatches(large, { brand: 'v3' })).toEqual({ total: 400, isMinimum: false })
})
