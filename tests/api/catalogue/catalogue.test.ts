import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { allCalls } from '#contract/api/allCalls.ts'
import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { readRandomSubcategories } from '#server/features/catalogue/storefront.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

type Listed = {
  _id: string
  name: string
  discountedPrice: number
  brand: { _id: string }
  stock: Record<string, number>
}
type ListBody = {
  result: { data: Listed[]; total: number; nextCursor: string | null }
}

const test = demoTest.extend<{ getJson: (path: string) => Promise<ListBody> }>({
  getJson: async ({ api }, use) => {
    await use(async (path) => (await api.request(`/api/${path}`)).json() as Promise<ListBody>)
  },
})

// Totals are cached by filters, so the lists of these tests differ from those of the demo catalogue.
const ofTests = 'category=kurtas'

describe('a list of a few products', () => {
  const few = apiTest.extend<{ list: (query: string) => Promise<string[]> }>({
    list: async ({ api }, use) =>
      use(async (query) => {
        const response = await api.request(`/api/products/list?${ofTests}&${query}`)
        return ((await response.json()) as ListBody).result.data.map(({ _id }) => _id)
      }),
  })

  few('includes both limits of the price filter [list.2]', async ({ db, list }) => {
    await onSale(db, { pricePaise: 998_00 })
    const chosen = await onSale(db, { pricePaise: 999_00 })
    await onSale(db, { pricePaise: 1000_00, mrpPaise: 1500_00 })

    expect(await list('priceMin=999&priceMax=999')).toEqual([chosen])
  })

  few(
    'contains products that have any of the chosen sizes in stock [list.2]',
    async ({ db, list }) => {
      const medium = await onSale(db, { stock: { M: 1, L: 0 } })
      const large = await onSale(db, { stock: { M: 0, L: 1 } })
      await onSale(db, { stock: { S: 1, M: 0, L: 0 } })

      expect((await list('size=M,L')).sort()).toEqual([medium, large].sort())
    },
  )

  few(
    'sorts by newest or by highest price, without duplicates across pages [list.3] [list.4]',
    async ({ api, db, list }) => {
      const ids = []
      for (const [day, pricePaise] of [300_00, 500_00, 500_00].entries()) {
        const id = await onSale(db, { pricePaise })
        const createdAt = new Date(Date.UTC(2026, 10, 1 + day))
        await db.update(products).set({ createdAt }).where(eq(products.id, id))
        ids.push(id)
      }
      const [oldest = '', second = '', newest = ''] = ids

      expect(await list('')).toEqual([newest, second, oldest])
      const pages: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && pages.length < 9) {
        const query: string = `${ofTests}&sortBy=discountedPrice&sortOrder=desc&limit=1${cursor && `&cursor=${cursor}`}`
        const response: Response = await api.request(`/api/products/list?${query}`)
        const { result } = (await response.json()) as ListBody
        pages.push(...result.data.map(({ _id }) => _id))
        cursor = result.nextCursor
      }
      expect([pages.slice(0, 2).sort(), pages.slice(2)]).toEqual([
        [second, newest].sort(),
        [oldest],
      ])
    },
  )
})

describe('a small store', () => {
  apiTest(
    'lists the products of a gender or in stock, 24 a page and at most 60 [list.2] [list.4]',
    async ({ api, db }) => {
      const forWomen = { genderIds: ['women'] }
      for (let nth = 0; nth < 61; nth++) await onSale(db, forWomen)
      await onSale(db, { genderIds: ['men'] })
      await onSale(db, { ...forWomen, stock: { M: 0 } })
      const list = async (query: string) =>
        ((await (await api.request(`/api/products/list?${ofTests}&${query}`)).json()) as ListBody)
          .result

      const women = await list('gender=WOMEN&inStock=true&limit=60')
      const rest = await list(`gender=WOMEN&inStock=true&limit=60&cursor=${women.nextCursor}`)
      const exact = await list('gender=MEN&limit=1')

      expect((await list('gender=WOMEN')).data).toHaveLength(24)
      expect(women.data).toHaveLength(60)
      expect((await list('gender=WOMEN&inStock=true&limit=99')).data).toHaveLength(60)
      expect(rest.data).toHaveLength(1)
      expect([women.total, rest.nextCursor]).toEqual([61, null])
      expect([exact.data.length, exact.nextCursor]).toEqual([1, null])
    },
  )

  apiTest('offers its sizes from small to large [list.2]', async ({ api, db }) => {
    await onSale(db, {
      stock: { XL: 1, '32': 1, M: 1, 'Free size': 1, S: 1, '28': 1, XXL: 0 },
    })

    const filters = await (await api.request('/api/products/get-filters?category=kurtas')).json()

    expect(filters.result.size).toEqual(['S', 'M', 'XL', '28', '32', 'Free size'])
  })
})

describe('a brand’s page', () => {
  type Page = { result: BrandPage }

  test('has its description, its wordmark and its categories with the number of products [list.1]', async ({
    api,
    getJson,
  }) => {
    const response = await api.request('/api/brands/kori/page')
    const { result: brand } = (await response.json()) as Page

    expect(brand).toMatchObject({ _id: 'kori', name: 'Kori' })
    expect(brand.photo).toMatch(/brand-kori/)
    expect(brand.description).toContain('Agra')
    expect(brand.categories.map(({ name }) => name)).toEqual(['Footwear', 'Mojaris'])
    for (const { _id, count } of brand.categories) {
      const { result } = await getJson(`products/list?brand=kori&category=${_id}`)
      expect(result.total).toBe(count)
    }
  })

  apiTest(
    'has no description for an imported brand, and does not exist for an unknown one [list.1]',
    async ({ api, db }) => {
      await onSale(db, { brand: { id: 'amodra', name: 'Amodra' } })

      const response = await api.request('/api/brands/amodra/page')

      const { result } = (await response.json()) as Page
      expect(result).not.toHaveProperty('description')
      expect(result.categories).toMatchObject([{ name: 'Kurtas', count: 1 }])
      expect((await api.request('/api/brands/no-such-brand/page')).status).toBe(404)
    },
  )
})

describe('GET /products/get-filters', () => {
  test('counts the products of the list for each value [list.2]', async ({ api, getJson }) => {
    const filters = await (await api.request('/api/products/get-filters?gender=WOMEN')).json()
    const { brands, counts } = filters.result as Filters
    const [brand] = brands

    const { result } = await getJson(`products/list?gender=WOMEN&brand=${brand?._id}`)

    expect(counts?.brands[brand?._id ?? '']).toBe(result.total)
    const { result: medium } = await getJson('products/list?gender=WOMEN&size=M')
    expect(counts?.size.M).toBe(medium.total)
    const { result: indian } = await getJson('products/list?gender=WOMEN&origin=India')
    expect(counts?.origins.India).toBe(indian.total)
  })

  test.for([{ search: 'juttis' }, { search: 'cotton kurta under 1000' }, { search: 'silk xyzzy' }])(
    'counts within the results of $search [list.2] [search.1]',
    async ({ search }, { api, getJson }) => {
      const at = `search=${encodeURIComponent(search)}`
      const filters = await (await api.request(`/api/products/get-filters?${at}`)).json()
      const { brands, counts, max_price } = filters.result as Filters
      const { result: all } = await getJson(`products/list?${at}`)

      expect(all.total).toBeGreaterThan(0)
      expect(brands.length).toBeGreaterThan(0)
      for (const { _id } of brands) {
        const { result } = await getJson(`products/list?${at}&brand=${_id}`)
        expect(counts?.brands[_id]).toBe(result.total)
      }
      const { result: moreExpensive } = await getJson(
        `products/list?${at}&priceMin=${max_price + 1}`,
      )
      expect(moreExpensive.total).toBe(0)
    },
  )

  test('counts the products that match the other chosen filters, and keeps all of its values [list.2]', async ({
    api,
    getJson,
  }) => {
    const filtersOf = async (query: string) => {
      const response = await api.request(`/api/products/get-filters?gender=WOMEN${query}`)
      return ((await response.json()) as { result: Filters }).result
    }
    const { counts, ...all } = await filtersOf('')

    const chosen = await filtersOf('&size=M&selectedBrand=saanjh')

    expect(chosen).toMatchObject(all)
    const totalOf = async (query: string) =>
      (await getJson(`products/list?gender=WOMEN&${query}`)).result.total
    expect(chosen.counts?.brands.saanjh).toBe(await totalOf('size=M&brand=saanjh'))
    expect(chosen.counts?.brands.saanjh).toBeLessThan(counts?.brands.saanjh ?? 0)
    expect(chosen.counts?.size.L).toBe(await totalOf('size=L&brand=saanjh'))
    expect(chosen.counts?.origins.India).toBe(await totalOf('size=M&brand=saanjh&origin=India'))
  })

  test('has no filters without results [search.1]', async ({ api }) => {
    for (const search of ['zzzzzqq', '---']) {
      const filters = await (await api.request(`/api/products/get-filters?search=${search}`)).json()
      expect(filters.result).toMatchObject({ size: [], brands: [], origins: [] })
    }
  })
})

describe('GET /products/list', () => {
  test.for(['-1~0', '24', '24~2', '24~1~a~b~c', '{}'])(
    'refuses the cursor "%s" [list.4] [safe.3]',
    async (cursor, { api }) => {
      expect((await api.request(`/api/products/list?cursor=${cursor}`)).status).toBe(400)
    },
  )

  test('sorts by price and continues after a page without duplicates [list.3] [list.4]', async ({
    getJson,
  }) => {
    const seen: Listed[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `sortBy=discountedPrice&sortOrder=asc&limit=60&cursor=${cursor}`
      const { result } = await getJson(`products/list?${query.replace(/&cursor=$/, '')}`)
      seen.push(...result.data)
      cursor = result.nextCursor
      expect(result.total).toBe(504)
    }

    const prices = seen.map(({ discountedPrice }) => discountedPrice)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    expect(seen).toHaveLength(504)
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(504)
  })

  test('filters by brand, size in stock, price and origin [list.1] [list.2]', async ({
    getJson,
  }) => {
    const { result } = await getJson(
      'products/list?brand=kori,maru&priceMin=500&priceMax=2500&limit=60',
    )
    expect(result.data.length).toBeGreaterThan(0)
    for (const { brand, discountedPrice } of result.data) {
      expect(['kori', 'maru']).toContain(brand._id)
      expect(discountedPrice).toBeGreaterThanOrEqual(500)
      expect(discountedPrice).toBeLessThanOrEqual(2500)
    }

    const inSize = await getJson('products/list?size=XL&inStock=true&limit=60')
    expect(inSize.result.data.every(({ stock }) => (stock.XL ?? 0) > 0)).toBe(true)
  })

  test.for([
    ['kurti', /kurti/i],
    ['krti', /kurti/i],
    ['shrit', /shirt/i],
    ['linne shrit', /linen shirt/i],
    ['wite tshirt', /white cotton T-shirt/i],
    ['sarees', /saree/i],
    ['cotten kurta', /kurta/i],
    ['sneker', /sneaker/i],
  ] as const)('finds "%s" [search.1]', async ([words, expected], { getJson }) => {
    const { result } = await getJson(`products/list?search=${encodeURIComponent(words)}`)

    expect(result.total).toBeGreaterThan(0)
    expect(result.data[0]?.name).toMatch(expected)
  })

  test('accepts a price limit above all prices [list.2] [safe.3]', async ({ getJson }) => {
    const all = await getJson('products/list')
    const above = await getJson('products/list?priceMin=355694868')
    const below = await getJson('products/list?priceMax=999999999.99')

    expect(above.result.data).toEqual([])
    expect(below.result.total).toBe(all.result.total)
  })

  test('names the invalid field [safe.3]', async ({ api }) => {
    const response = await api.request('/api/products/list?priceMin=cheap')

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      fields: { priceMin: expect.any(String) },
    })
  })
})

test('suggests at most four products despite a typo [shell.7] [search.1]', async ({ getJson }) => {
  const { result } = await getJson('products/elastic-search?search=anrkali')

  expect(result.data).toHaveLength(4)
  expect(result.data.every(({ name }) => /anarkali/i.test(name))).toBe(true)
})

test('the subcategories "picked for today" change once a day [home.2]', async ({ db }) => {
  const pickedAt = async (moment: string) => {
    setClock(() => new Date(moment))
    return (await readRandomSubcategories(db, 'women')).map(({ _id }) => _id)
  }

  const atDawn = await pickedAt('2026-11-20T00:10:00+05:30')

  expect(new Set(atDawn).size).toBe(8)
  expect(await pickedAt('2026-11-20T23:50:00+05:30')).toEqual(atDawn)
  expect(await pickedAt('2026-11-21T00:10:00+05:30')).not.toEqual(atDawn)
})

test('an unknown product is a 404 [product.4]', async ({ api }) => {
  const response = await api.request('/api/products/no-such-thing')

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ success: false, code: 'not_found' })
})

describe('public responses', () => {
  test.for(
    Object.values(allCalls).filter(
      ({ method, access, path }) => method === 'GET' && access === 'public' && !path.includes(':'),
    ),
  )(
    '$path has the headers of its cache lifetime [pwa.3]',
    async ({ path, cache }, { getJson, api }) => {
      await getJson('gender/list')
      const queries: Record<string, string> = {
        '/warehouse/check-delivery': '?lat=22.75&lng=75.89',
        '/products/elastic-search': '?search=kurta',
        '/places/search': '?q=indore',
        '/places/reverse': '?lat=22.75&lng=75.89',
      }
      const response = await api.request(`/api${path}${queries[path] ?? ''}`)
      if (response.status === 404) return

      const cacheControl = {
        filters: 'public, max-age=86400',
        terms: 'public, max-age=10800',
        lists: 'public, max-age=900',
        networkFirst: 'no-cache',
        never: 'no-store',
      }[cache]
      expect(response.headers.get('cache-control')).toBe(cacheControl)
      expect(response.headers.get('x-api')).toBe('1')
      expect(response.headers.has('etag')).toBe(cache !== 'never')
    },
  )

  test('get 304 if the client has them', async ({ getJson, api }) => {
    await getJson('gender/list')
    const first = await api.request('/api/home-offers')
    const again = await api.request('/api/home-offers', {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    })

    expect(again.status).toBe(304)
  })

  test('of an unknown call are a 404 in JSON', async ({ api }) => {
    const response = await api.request('/api/nothing/here')

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, code: 'not_found' })
  })

  test('are documented for every call of the contract [api.1]', async ({ api }) => {
    const { paths } = (await (await api.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }

    for (const { method, path } of Object.values(allCalls)) {
      const operations = paths[path.replace(/:(\w+)/g, '{$1}')]
      expect(operations, `${method} ${path}`).toHaveProperty(method.toLowerCase())
    }
  })
})
