import { expect } from 'vitest'

import { createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { createSearchCounter } from '#server/commerce/search/trendingSearches.ts'
import { searchCounts } from '#server/database/schema/catalogue.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

type Store = {
  /** Searches once from each of these many addresses. */
  searchFrom: (addresses: number, search: string) => Promise<void>
  trending: () => Promise<string[]>
  written: () => Promise<{ words: string; shoppers: number }[]>
}

/** A store that sells blue kurtas, red sarees and jeans, and counts searches. */
const test = apiTest.extend<{ store: Store }>({
  store: async ({ db, deps }, use) => {
    for (const name of ['Blue kurta', 'Red saree', 'Slim jeans']) await onSale(db, { name })
    const index = createCatalogueIndex()
    await index.refresh(db)
    const searchCounter = createSearchCounter()
    const { provider } = testSandbox(db, deps.sendMessage)
    const handlerDeps = { ...deps, provider, index, searchCounter, trustedProxies: 1 }
    const app = createApp({ db, handlers: storeHandlers(handlerDeps) })
    await use({
      searchFrom: async (addresses, search) => {
        for (let n = 1; n <= addresses; n++) {
          const headers = { 'X-Forwarded-For': `49.36.${n >> 8}.${n & 255}` }
          const path = `/api/products/list?search=${encodeURIComponent(search)}`
          expect((await app.request(path, { headers })).status).toBe(200)
        }
      },
      trending: async () => {
        await searchCounter.write(db)
        const fresh = createCatalogueIndex()
        const reader = createApp({ db, handlers: storeHandlers({ ...handlerDeps, index: fresh }) })
        const response = await reader.request('/api/trending-searches')
        return ((await response.json()) as { result: { data: string[] } }).result.data
      },
      written: async () => {
        await searchCounter.write(db)
        return db
          .select({ words: searchCounts.words, shoppers: searchCounts.shoppers })
          .from(searchCounts)
          .orderBy(searchCounts.words)
      },
    })
  },
})

test('searches of several shoppers are trending, the most frequent first [search.1]', async ({
  store,
}) => {
  await store.searchFrom(5, 'red saree')
  await store.searchFrom(7, '  Blue  KURTA ')
  expect(await store.trending()).toEqual([])
  await store.searchFrom(6, 'jeans')
  await store.searchFrom(5, 'kurta blue')

  expect(await store.trending()).toEqual(['blue kurta', 'jeans', 'kurta blue', 'red saree'])
})

test('searches with synonyms and stop words are counted too [search.1]', async ({ store }) => {
  await store.searchFrom(5, 'red sari')
  await store.searchFrom(5, 'kurta in blue')

  expect((await store.written()).map(({ words }) => words)).toEqual(['kurta in blue', 'red sari'])
})

test('searches of few shoppers are never stored, and an address counts once a day [search.1] [safe.5]', async ({
  store,
}) => {
  await store.searchFrom(4, 'red saree')
  for (let turn = 0; turn < 3; turn++) await store.searchFrom(4, 'jeans')
  expect(await store.written()).toEqual([])

  await store.searchFrom(6, 'jeans')
  expect(await store.written()).toEqual([{ words: 'jeans', shoppers: 6 }])
  await store.searchFrom(8, 'jeans')
  expect(await store.written()).toEqual([{ words: 'jeans', shoppers: 8 }])
})

test.for([
  'asha 9826041375',
  'jeans 42',
  'jeans meera kulkarni',
  'asha@example.in',
  'jeens',
  'unheard-of',
  'jeans ' + 'blue '.repeat(8),
])(
  '%s is not counted, however many search for it [search.1] [safe.5]',
  async (search, { store }) => {
    await store.searchFrom(6, search)

    expect(await store.written()).toEqual([])
  },
)

test('older searches count less, and not at all after two weeks [search.1]', async ({
  db,
  store,
}) => {
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  await db.insert(searchCounts).values([
    { day: day(10), words: 'red saree', shoppers: 100 },
    { day: day(1), words: 'jeans', shoppers: 20 },
    { day: day(1), words: 'blue kurta', shoppers: 10 },
    { day: day(1), words: 'no longer sold', shoppers: 90 },
    { day: day(20), words: 'slim jeans', shoppers: 900 },
  ])

  expect(await store.trending()).toEqual(['jeans', 'blue kurta', 'red saree'])
})

test('on the next day every address counts again [search.1]', async ({ store }) => {
  await store.searchFrom(5, 'jeans')
  expect(await store.written()).toEqual([{ words: 'jeans', shoppers: 5 }])
  setClock(() => new Date(Date.now() + 86_400_000))
  await store.searchFrom(5, 'jeans')

  expect(await store.written()).toEqual([
    { words: 'jeans', shoppers: 5 },
    { words: 'jeans', shoppers: 5 },
  ])
})
