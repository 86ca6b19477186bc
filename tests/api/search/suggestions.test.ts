import { inArray } from 'drizzle-orm'
import { describe, expect, onTestFinished, vi } from 'vitest'

import type { SuggestedTerm } from '#contract/catalogue/listing.ts'
import { brandPath, searchPath } from '#contract/pages/paths.ts'
import { createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { categories, subcategories } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'

type Searching = {
  /** The ids of the products suggested for a partly typed search. */
  suggested: (search: string) => Promise<string[]>
  /** Refreshes the index as a running store does every few seconds. */
  refresh: () => Promise<void>
}

/** A store with its search index in memory, like a running one. */
const test = apiTest.extend<Searching & { index: ReturnType<typeof createCatalogueIndex> }>({
  index: async ({}, use) => use(createCatalogueIndex()),
  refresh: async ({ db, index }, use) => use(() => index.refresh(db)),
  suggested: async ({ db, deps, index }, use) => {
    const { provider } = testSandbox(db, deps.sendMessage)
    const app = createApp({ db, handlers: storeHandlers({ ...deps, provider, index }) })
    await use(async (search) => {
      const path = `/api/products/elastic-search?search=${encodeURIComponent(search)}`
      const response = (await (await app.request(path)).json()) as {
        result: { data: { _id: string }[] }
      }
      return response.result.data.map(({ _id }) => _id)
    })
  },
})

describe('suggestions from memory', () => {
  test('work before the vocabulary is built, and stay the same afterwards [search.1]', async ({
    db,
    suggested,
    refresh,
  }) => {
    const id = await onSale(db, { name: 'Zardozi angrakha', searchWords: 'festive kurtas' })
    expect(await suggested('zardo')).toEqual([id])
    await refresh()

    for (const typed of ['z', 'zardo', 'Zardozi ang', 'zardozi kurta', 'angrakhas for zardozi']) {
      expect(await suggested(typed), typed).toEqual([id])
    }
  })

  test('correct a small typo [search.1]', async ({ db, suggested, refresh }) => {
    const id = await onSale(db, { name: 'Zardozi angrakha' })
    await refresh()

    expect(await suggested('zradozi')).toEqual([id])
    expect(await suggested('qqqqqq')).toEqual([])
  })

  test('respect a typed gender, from memory and from the database [search.1]', async ({
    db,
    suggested,
    refresh,
  }) => {
    const his = await onSale(db, { name: 'Zardozi kurta', genderIds: ['men'] })
    const hers = await onSale(db, { name: 'Zardozi kurta', genderIds: ['women'] })
    expect(await suggested("men's zardo")).toEqual([his])
    await refresh()

    expect(await suggested("men's zardo")).toEqual([his])
    expect(await suggested('zardozi kurta for women')).toEqual([hers])
    expect(await suggested('zardozi kurta under 500')).toHaveLength(2)
    expect(await suggested('ladies')).toEqual([hers])
  })

  test('show four products, those in stock first, and none that is no longer on sale', async ({
    db,
    suggested,
    refresh,
  }) => {
    const soldOut = await onSale(db, { name: 'Zardozi one', stock: { M: 0 } })
    await onSale(db, { name: 'Zardozi two', isPublished: false })
    const there = await onSale(db, { name: 'Zardozi three' })
    await refresh()
    expect(await suggested('zardozi')).toEqual([there, soldOut])

    for (const name of ['four', 'five', 'six']) await onSale(db, { name: `Zardozi ${name}` })
    await refresh()
    expect(await suggested('zardozi')).toHaveLength(4)
    expect(await suggested('zardozi')).not.toContain(soldOut)
  })

  test('show products in stock even if many have sold out since', async ({
    db,
    suggested,
    refresh,
  }) => {
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push(await onSale(db, { name: 'Zardozi angrakha' }))
    ids.sort().reverse()
    await refresh()
    const soldOut = ids.slice(0, 8)
    await db.update(stockLevels).set({ onHand: 0 }).where(inArray(stockLevels.productId, soldOut))

    expect(await suggested('zardozi')).toEqual(ids.slice(8))
  })

  test('follow the catalogue', async ({ db, suggested, refresh }) => {
    await refresh()
    const id = await onSale(db, { name: 'Zardozi angrakha' })
    expect(await suggested('zardozi')).toEqual([])

    await refresh()
    expect(await suggested('zardozi')).toEqual([id])
  })

  test('correct typos in a new product once the catalogue is built anew', async ({
    db,
    index,
    suggested,
    refresh,
  }) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await onSale(db, { name: 'Zardozi angrakha' })
    await refresh()
    const id = await onSale(db, { name: 'Phulkari dupatta' })
    await refresh()
    expect(await suggested('phulkari')).toEqual([id])
    expect(await suggested('zradozi')).toHaveLength(1)
    expect(await suggested('phulkrai')).toEqual([])

    vi.setSystemTime(Date.now() + 61 * 60_000)
    await index.rebuild(db)
    expect(await suggested('phulkrai')).toEqual([id])
  })
})

apiTest(
  'a prefix suggests brands and categories, those that start with it first [search.1]',
  async ({ api, db }) => {
    const brand = { id: 'kur-house', name: 'Kurinji House' }
    await onSale(db, { brand })
    await db.insert(categories).values([
      { id: 'stoles', name: 'Silk Kurchis', slug: 'stoles' },
      { id: 'kurtis', name: 'Kurtis', slug: 'kurtis' },
    ])
    const kurtis = { name: 'Kurtis', slug: 'k', categoryId: 'kurtis' }
    const sub = { id: 'women-kurtas', name: 'Kurtan Sets', slug: 'sets', categoryId: 'kurtis' }
    await db.insert(subcategories).values([{ id: 'men-kurtis', ...kurtis }, sub])
    const termsFor = async (search: string) => {
      const path = `/api/products/elastic-search?search=${encodeURIComponent(search)}`
      const response = (await (await api.request(path)).json()) as {
        result: { terms: SuggestedTerm[] }
      }
      return response.result.terms
    }
    const category = (text: string) => ({ kind: 'category', text, path: searchPath(text) })

    const plain = await termsFor('kur')
    expect(plain.filter(({ kind }) => kind === 'brand')).toEqual([
      { kind: 'brand', text: 'Kurinji House', path: brandPath('kur-house') },
    ])
    expect(
      plain
        .slice(0, 2)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['Kurtas', 'Kurtis'])
    expect(await termsFor('kurtan')).toEqual([category('Kurtan Sets')])
    expect(await termsFor('Red  kurchi')).toEqual([category('Red silk kurchis')])
    expect(await termsFor('Red Silk kurchi')).toEqual([category('Red silk kurchis')])
    expect(await termsFor('red house')).toEqual([
      { kind: 'brand', text: 'Kurinji House', path: searchPath('Kurinji House') },
    ])
    expect(await termsFor('!')).toEqual([])
  },
)
