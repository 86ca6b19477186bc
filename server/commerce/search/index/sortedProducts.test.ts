import { expect, test } from 'vitest'

import type { CatalogueSnapshot } from './catalogueSnapshot.ts'
import { filterProducts, type ListFilters } from './filterProducts.ts'
import { filterAndSort, sortProducts } from './sortedProducts.ts'

const snapshotWith = (parts: Partial<CatalogueSnapshot>) => parts as CatalogueSnapshot

test.for([
  ['newest', [2, 0, 1, 3]],
  ['popular', [1, 0, 3, 2]],
  ['discount', [3, 0, 2, 1]],
  ['rating', [0, 2, 1, 3]],
] as const)(
  'products are sorted by %s, equal ones as recommended [list.2]',
  ([order, expected]) => {
    const snapshot = snapshotWith({
      createdAt: Uint32Array.of(20, 10, 30, 10),
      popularity: Float32Array.of(1.5, 2.25, 0.5, 1.5),
      discounts: Uint8Array.of(30, 5, 10, 60),
      ratings: Uint8Array.of(45, 0, 45, 0),
    })

    const all = Uint32Array.of(0, 1, 2, 3)
    expect([...sortProducts(snapshot, all, { order, count: 4 })]).toEqual(expected)
    expect([...sortProducts(snapshot, all, { order, count: 2 })]).toEqual(expected.slice(0, 2))
  },
)

test('the first products of a sort order are the same as in a full sort [list.2]', () => {
  const size = 5000
  // A permutation with each price five times.
  const prices = Uint32Array.from({ length: size }, (_, at) => ((at * 1789) % (size / 5)) * 100)
  const snapshot = snapshotWith({ prices })
  const positions = Uint32Array.from({ length: size - 300 }, (_, at) => at + 300)

  for (const order of ['price-asc', 'price-desc'] as const) {
    const sign = order === 'price-asc' ? 1 : -1
    const expected = [...positions].sort((a, b) => sign * (prices[a]! - prices[b]!) || a - b)
    for (const count of [1, 24, 700, size]) {
      const sorted = sortProducts(snapshot, positions, { order, count })
      expect([...sorted], `${order}, ${count}`).toEqual(expected.slice(0, count))
    }
  }
})

test.for<[string, ListFilters, number]>([
  ['many', { priceMin: '300', inStock: 'true' }, 6000],
  ['few', { priceMin: '900', inStock: 'true' }, 857],
  ['no', { priceMin: '1001' }, 0],
])('%s products of a filter are sorted by every order [list.2]', ([_name, filters, total]) => {
  const size = 10_000
  const whole = snapshotWith({
    ids: Array.from({ length: size }, (_, at) => `product-${at}`),
    prices: Uint32Array.from({ length: size }, (_, at) => ((at * 7) % 1000) * 100),
    createdAt: Uint32Array.from({ length: size }, (_, at) => (at * 13) % 500),
    popularity: Float32Array.from({ length: size }, (_, at) => ((at * 17) % 300) / 100),
    discounts: Uint8Array.from({ length: size }, (_, at) => (at * 19) % 70),
    ratings: Uint8Array.from({ length: size }, (_, at) => (at * 23) % 50),
    inStock: new Uint8Array(size).fill(1),
    columns: {} as CatalogueSnapshot['columns'],
  })
  // The shopper's warehouse has six of seven.
  const inStock = Uint8Array.from({ length: size }, (_, at) => Number(at % 7 > 0))
  const snapshot = { ...whole, inStock }
  const matching = filterProducts(snapshot, filters)
  expect(matching.length).toBe(total)

  for (const order of [
    'price-asc',
    'price-desc',
    'newest',
    'popular',
    'discount',
    'rating',
  ] as const) {
    for (const count of [1, 25, 700, 7000]) {
      const sorted = filterAndSort(whole, snapshot, {
        ...{ filters, order, count },
        total: matching.length,
      })
      expect(sorted, `${order}, ${count}`).toEqual(
        sortProducts(snapshot, matching, { order, count }),
      )
    }
  }
})
