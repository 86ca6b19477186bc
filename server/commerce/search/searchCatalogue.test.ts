import { afterEach, expect, test } from 'vitest'

import { newForDays } from '#contract/catalogue/attributes.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import type { CatalogueSnapshot } from './index/catalogueSnapshot.ts'
import type { Column } from './index/columns.ts'
import { withDiverseBrands } from './index/recommended.ts'
import { countFacets } from './searchCatalogue.ts'

afterEach(() => setClock())

const snapshotWith = (parts: Partial<CatalogueSnapshot>) => parts as CatalogueSnapshot
const positionsOf = (...positions: number[]) => Uint32Array.from(positions)

/** A column with these values, one for each product. */
function columnOf(...valuesByProduct: string[][]): Column {
  const values = [...new Map(valuesByProduct.map((value) => [value.join(), value])).values()]
  const codeOf = (value: string[]) => values.findIndex((known) => known.join() === value.join())
  return { values, codes: Uint32Array.from(valuesByProduct, codeOf) }
}

/** Products of these brands, a letter for each, and which of them are in stock. */
const brandsOf = (letters: string, inStock = () => true) =>
  snapshotWith({
    columns: {
      brand: columnOf(...[...letters].map((letter) => [letter])),
    } as CatalogueSnapshot['columns'],
    inStock: Uint8Array.from(letters, () => Number(inStock())),
  })

const now = new Date('2026-11-20T10:00:00Z')
const nowS = now.getTime() / 1000

test('filters have the count of each value, discount and rating, and the price range [list.2]', () => {
  setClock(() => now)
  const single = columnOf(['a'], ['b'], ['a'], ['a'])
  const snapshot = snapshotWith({
    columns: {
      ...{ category: single, brand: single, origin: single, colour: single, fabrics: single },
      sizes: columnOf(['S', 'M'], ['M'], [], ['S', 'M']),
      occasions: columnOf([], [], ['party'], []),
    } as CatalogueSnapshot['columns'],
    prices: Uint32Array.of(500_00, 1200_00, 800_00, 100_00),
    discounts: Uint8Array.of(40, 0, 40, 10),
    ratings: Uint8Array.of(45, 45, 45, 0),
    inStock: Uint8Array.of(1, 0, 1, 1),
    createdAt: Uint32Array.of(
      nowS - newForDays * 86_400,
      nowS - newForDays * 86_400 - 1,
      nowS,
      nowS,
    ),
  })

  const facets = countFacets(snapshot, positionsOf(0, 1, 2))

  expect(facets).toMatchObject({
    ...{ lowest: 500_00, highest: 1200_00 },
    ...{ newCount: 2, inStockCount: 2 },
  })
  expect([...facets.brands]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect([...facets.sizes]).toEqual([
    ['S', 1],
    ['M', 2],
  ])
  expect([...facets.occasions]).toEqual([['party', 1]])
  expect([facets.discounts[0], facets.discounts[40], facets.discounts[10]]).toEqual([1, 2, 0])
  expect([facets.ratings[45], facets.ratings[0]]).toEqual([3, 0])
  expect([...countFacets(snapshot, positionsOf(0)).brands]).toEqual([['a', 1]])
  expect(countFacets(snapshot, positionsOf(3))).toMatchObject({ lowest: 100_00, highest: 100_00 })
  expect(countFacets(snapshot, positionsOf())).toMatchObject({ lowest: 0, highest: 0, newCount: 0 })
})

test('no brand takes more than a third of the first twelve products; the others keep their order [list.1]', () => {
  const snapshot = brandsOf('aaaaaaaabbbbbbccccccdd')
  const all = Uint32Array.from({ length: 22 }, (_, at) => at)
  const before = all.slice()

  const diverse = [...withDiverseBrands(snapshot, all)]

  expect(diverse.slice(0, 12)).toEqual([0, 1, 2, 3, 8, 9, 10, 11, 14, 15, 16, 17])
  expect(diverse.slice(12)).toEqual([4, 5, 6, 7, 12, 13, 18, 19, 20, 21])
  expect(all).toEqual(before)
})

test('sold-out products are not moved up for another brand [list.1]', () => {
  const all = Uint32Array.from({ length: 8 }, (_, at) => at)
  const soldOut = brandsOf('aaaaaaab', () => false)
  const half = brandsOf('aaaaaaab')
  half.inStock.fill(0, 7)

  expect([...withDiverseBrands(soldOut, all)]).toEqual([...all])
  expect([...withDiverseBrands(half, all)]).toEqual([...all])
  expect([...withDiverseBrands(brandsOf('aaaaaaab'), all)]).toEqual([0, 1, 2, 3, 7, 4, 5, 6])
})
