import { beforeEach, expect, test, vi } from 'vitest'

import { readOf } from '#contract/api/reads.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'
import { readSavedList } from './savedList.ts'

const [, categoriesPath] = readOf('readCategories')

const named = (_id: string, name: string, changes: Partial<Product> = {}) =>
  aProduct({ _id, name, ...changes })
const men = { category: { _id: 'men-kurtas', name: 'Kurtas' } }
const women = { category: { _id: 'women-kurtis', name: 'Kurtis' } }

const blueKurta = named('blue-kurta', 'Blue cotton kurta', {
  ...men,
  discountedPrice: rupees(1499),
})
const blackKurta = named('black-kurta', 'Black kurta', {
  ...men,
  discountedPrice: rupees(799),
  discountPercentage: 20,
  stock: { M: 0, L: 2 },
})
const greenKurti = named('kurti', 'Bottle green kurti', {
  ...women,
  brand: { _id: 'kori', name: 'Kori', is_try_and_buy_visible: false },
})

async function store(path: string, result: unknown, at: number) {
  const cache = await caches.open(path === categoriesPath ? 'lists' : 'products')
  const headers = { 'x-sw-stored-at': String(at) }
  await cache.put(`/api/${path}`, Response.json({ success: true, result }, { headers }))
}

beforeEach(async () => {
  vi.stubGlobal('caches', memoryCaches())
  const genders = [
    { _id: 'men-kurtas', gender: [{ name: 'MEN' }] },
    { _id: 'women-kurtis', gender: [{ name: 'WOMEN' }] },
  ]
  await store(categoriesPath, { data: genders }, 500)
})

const find = async (query: string) =>
  (await readSavedList(`products/list?${query}`))?.result.data.map(({ _id }) => _id)

async function storeAll() {
  await store('products/list?category=men-kurtas', { data: [blueKurta, blackKurta] }, 1000)
  await store('products/kurti', { ...greenKurti, gender: ['WOMEN'] }, 2000)
}

test.each([
  ['search=kurta', ['blue-kurta', 'black-kurta']],
  ['search=kala+kurta', ['black-kurta']],
  ['search=kurtas+for+men+under+1000', ['black-kurta']],
  ['search=girls+kurti', ['kurti']],
  ['search=green', ['kurti']],
  ['search=kori', ['kurti']],
  ['search=kurta+size+L', ['blue-kurta', 'black-kurta']],
  ['search=kurta+size+M', ['blue-kurta']],
  ['search=50%25+off+kurta', ['blue-kurta']],
  ['search=sherwani', []],
  ['gender=WOMEN', ['kurti']],
  ['brand=kori,nobody', ['kurti']],
  ['category=men-kurtas&sortBy=discountedPrice&sortOrder=asc', ['black-kurta', 'blue-kurta']],
  ['colour=black', ['black-kurta']],
  ['size=M,S&category=men-kurtas', ['blue-kurta']],
  ['priceMin=900&priceMax=1200', ['kurti']],
  ['discount=30', ['blue-kurta', 'kurti']],
])('saved products of %s: %s [pwa.3] [pwa.7] [search.1] [list.2]', async (query, ids) => {
  await storeAll()

  expect(await find(query)).toEqual(ids)
})

test('the newest version of a product counts, and the age is that of the oldest one shown [pwa.3]', async () => {
  await storeAll()
  const cheaper = { ...blueKurta, discountedPrice: rupees(500) }
  await store('products/blue-kurta', cheaper, 3000)
  await store('products/list?page=old', { data: [{ ...blueKurta, name: 'Old' }] }, 10)

  const saved = await readSavedList('products/list?search=blue')

  expect(saved?.result.data).toMatchObject([{ name: 'Blue cotton kurta', discountedPrice: 500 }])
  expect(saved?.savedAt).toBe(3000)
})

test.each(['fabric=silk', 'trending=Indore', 'isNew=true', 'cursor=24', 'isBack=true'])(
  'what only the store knows is no saved list: %s [list.2]',
  async (query) => {
    await storeAll()

    expect(await readSavedList(`products/list?${query}`)).toBeUndefined()
  },
)

test('what is not a product is left out, and without any there is no list [pwa.3]', async () => {
  await store('size-chart/x', { rows: [] }, 1000)
  await store('products/list?broken', { data: [{ _id: 'x' }, null] }, 1000)

  expect(await readSavedList('products/list')).toBeUndefined()
})
