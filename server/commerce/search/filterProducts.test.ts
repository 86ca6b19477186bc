import { expect, test } from 'vitest'

import type { CatalogueSnapshot, Column } from './catalogueIndex.ts'
import { filterProducts } from './filterProducts.ts'

const size = 600

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
    brand: columnOf(50),
    subcategories: columnOf(40, (n) => [`v${n}`, `v${n + 1}`]),
    genders: columnOf(2, (n) => (n === 0 ? ['women'] : ['men'])),
  },
  prices: Uint32Array.from({ length: size }, (_, position) => (position % 100) * 100),
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
    positionsWhere((position) => position % 50 === 44 || position % 50 === 3),
  )
})

test('filters narrow each other, whichever leaves the fewest products [list.2]', () => {
  expect([...filterProducts(snapshot, { brand: 'v3', gender: 'men', priceMax: '60' })]).toEqual(
    positionsWhere((position) => position % 100 === 53 || position % 100 === 3),
  )
  expect([...filterProducts(snapshot, { subcategory: 'v5', gender: 'women' })]).toEqual(
    positionsWhere((position) => position % 40 === 4),
  )
  expect(filterProducts(snapshot, { brand: 'v3', gender: 'women' })).toHaveLength(0)
  expect(filterProducts(snapshot, { category: 'v6', brand: 'unheard-of' })).toHaveLength(0)
})

test('no more products than wanted are looked for [list.4]', () => {
  const found = filterProducts(snapshot, { brand: 'v3' }, { maxCount: 2 })
  expect([...found]).toEqual([3, 53])
})
