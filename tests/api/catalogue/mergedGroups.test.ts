import { describe, expect } from 'vitest'

import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { createCatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import { mergeGroups } from '#server/features/catalogue/groups/groups.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { mergedListPath } from '#server/features/catalogue/lists/productList.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { importRows, kurta } from '#tests/support/api/importRows.ts'

type Fixture = {
  /** Merges a brand, a category and a subcategory into another; a process has the catalogue in memory. */
  merged: { index: ReturnType<typeof createCatalogueIndex> }
}

const test = apiTest.extend<Fixture>({
  merged: async ({ db }, use) => {
    const index = createCatalogueIndex()
    await importRows(db, [
      { ...kurta, code: 'AT-1', subcategory: 'Straight' },
      { ...kurta, code: 'AT-2', brand: 'Asha Textiles', category: 'Kurtis', subcategory: 'Long' },
      { ...kurta, code: 'AT-3', brand: 'Bela', subcategory: 'A-line' },
    ])
    await index.refresh(db)
    const merges = [
      ['brand', 'asha-textiles', 'asha'],
      ['category', 'women-kurtis', 'women-kurtas'],
      ['subcategory', 'women-kurtis-long', 'women-kurtas-straight'],
    ] as const
    for (const [kind, from, into] of merges) await mergeGroups(db, { kind, from, into })
    await index.refresh(db)
    await use({ index })
  },
})

describe('a brand or category that was merged', () => {
  const codesOf = async (db: Database, query: object, { index }: Fixture['merged']) =>
    (await listProducts(db, query, { index })).data.map(({ productId }) => productId).sort()

  test('shows the products of the other one in lists with its id [list.1]', async ({
    db,
    merged,
  }) => {
    expect(await codesOf(db, { brand: 'asha-textiles' }, merged)).toEqual(['AT-1', 'AT-2'])
    expect(await codesOf(db, { brand: 'bela,asha-textiles' }, merged)).toHaveLength(3)
    expect(await codesOf(db, { category: 'women-kurtis' }, merged)).toHaveLength(3)
    const subcategory = 'women-kurtis-long'
    expect(await codesOf(db, { subcategory }, merged)).toEqual(['AT-1', 'AT-2'])
  })

  test('has the filters and counts of the other one [list.2]', async ({
    db,
    merged: { index },
  }) => {
    const filtersOf = (query: object) => readFilters(db, query, index)

    expect(await filtersOf({ category: 'women-kurtis' })).toEqual(
      await filtersOf({ category: 'women-kurtas' }),
    )
    const chosen = await filtersOf({ selectedBrand: 'asha-textiles' })
    expect(chosen.counts?.categories).toEqual({ 'women-kurtas': 2 })
  })

  test('has the brand page of the other one [list.1]', async ({ api, merged }) => {
    expect(merged).toBeDefined()

    const response = await api.request('/api/brands/asha-textiles/page')

    const { result } = (await response.json()) as { result: BrandPage }
    expect(result).toMatchObject({ _id: 'asha', name: 'Asha' })
  })

  test('is opened at the address of the other one [seo.1]', async ({ db, merged: { index } }) => {
    const { dictionary } = await snapshotOf(db, index)
    const pathOf = (path: string) => mergedListPath(dictionary, new URL(path, 'https://x.example'))

    expect(pathOf('/collections?brands=asha-textiles')).toBe('/collections?brands=asha')
    expect(pathOf('/collections?size=M&category=women-kurtis&subcategory=women-kurtis-long')).toBe(
      '/collections?size=M&category=women-kurtas&subcategory=women-kurtas-straight',
    )
    expect(pathOf('/collections?brands=asha,asha-textiles,bela')).toBe(
      '/collections?brands=asha%2Cbela',
    )
    for (const path of ['?brands=asha,bela', '?category=none', '?category=', ''])
      expect(pathOf(`/collections${path}`), path).toBeUndefined()
    expect(pathOf('/search?q=kurta&category=women-kurtis')).toBeUndefined()
  })
})
