import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { type App, createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { metricsRoutes } from '#server/app/operations/operationRoutes.ts'
import type { Database } from '#server/database/client/connect.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'
import { growCatalogue, growOrders } from '#tests/support/database/scaleCatalogue.ts'

/**
 * Counts the rows of a table that `work` reads within the caller's transaction, by PostgreSQL's own
 * statistics. Shows whether an index is used and a limit is effective, independent of the machine's
 * speed.
 */
async function rowsRead(
  tx: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await read(tx, table)
  await work()
  return (await read(tx, table)) - before
}

async function read(tx: Database, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname = ${table}`)
  return rows[0]?.count ?? 0
}

const productCount = 3000
/** More than a page with its surroundings, and far less than the catalogue. */
const fewRows = 100

/** A store whose tables are so large that a sequential scan would be noticed. */
const test = apiTest.extend<{ readOf: (table: string, path: string) => Promise<number> }>({
  readOf: async ({ db, deps }, use) => {
    await growCatalogue(db, productCount)
    const index = createCatalogueIndex()
    await index.refresh(db)
    const { provider } = testSandbox(db, deps.sendMessage)
    const app = createApp({ db, handlers: storeHandlers({ ...deps, provider, index }) })
    await use((table, path) =>
      rowsRead(db, table, async () => {
        const response = await app.request(`/api/${path}`)
        expect(response.status, path).toBe(200)
      }),
    )
  },
})

describe('a large catalogue', () => {
  test('pairings for a women’s product do not read men’s products [product.1]', async ({
    db,
    readOf,
  }) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from products where gender_ids = '{women}' order by price_paise limit 1`)

    expect(await readOf('products', `products/pair-it-with/${rows[0]?.id}`)).toBeLessThan(fewRows)
  })

  test('the newest products of a category are read without reading other categories [list.1]', async ({
    db,
  }) => {
    await growCatalogue(db, productCount)
    // Old products come last in this order.
    await db.execute(sql`
      update products set created_at = created_at - interval '1 year'
      where category_id = 'women-scale-kurta'`)
    const index = createCatalogueIndex()
    await index.refresh(db)
    const query = { category: 'women-scale-kurta', sortBy: 'newest' } as const

    const read = await rowsRead(db, 'products', () => listProducts(db, query, { index }))

    expect(read).toBeLessThan(fewRows)
  })
})

test('further pages of a long sorted list continue after the last product, also once that is withdrawn [list.3] [list.4]', async ({
  db,
}) => {
  await growCatalogue(db, productCount)
  const index = createCatalogueIndex()
  await index.refresh(db)
  const { rows } = await db.execute<{ id: string; price: number }>(sql`
    select id, price_paise / 100.0 as price from products where is_published and is_in_stock`)
  const filters = { inStock: 'true', warehouse: 'indore', limit: '60' } as const
  const read = (sortOrder: 'asc' | 'desc', cursor?: string) =>
    listProducts(db, { ...filters, sortBy: 'discountedPrice', sortOrder, cursor }, { index })
  const prices = rows.map(({ price }) => Number(price))

  for (const sortOrder of ['asc', 'desc'] as const) {
    const found: Product[] = []
    let cursor: string | null | undefined
    for (let page = 0; page < 5; page++) {
      const { data, total, nextCursor } = await read(sortOrder, cursor ?? undefined)
      expect(total).toBe(rows.length)
      found.push(...data)
      cursor = nextCursor
    }
    const expected = prices.toSorted((a, b) => (sortOrder === 'asc' ? a - b : b - a))
    expect(found.map(({ discountedPrice }) => discountedPrice)).toEqual(expected.slice(0, 300))
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(300)
  }

  const first = await read('asc')
  const second = await read('asc', first.nextCursor!)
  await db.execute(
    sql`update products set is_published = false where id = ${first.data.at(-1)!._id}`,
  )
  await index.refresh(db)
  const again = await read('asc', first.nextCursor!)
  expect(again.total).toBe(rows.length - 1)
  expect(again.data.map(({ _id }) => _id)).toEqual(second.data.map(({ _id }) => _id))
})

describe('thousands of brands', () => {
  /** More than a list counts, inside and outside the list of women's kurtas. */
  const givenBrands = async (db: Database, api: App) => {
    await growCatalogue(db, productCount)
    await db.execute(sql`
      insert into brands (id, name, gender_ids, position)
      select 'extra-' || n, 'Extra ' || n, '{women}', 2000 + n from generate_series(1, 150) n`)
    await db.execute(sql`
      update products set brand_id = 'extra-' || place
      from (
        select id as chosen, row_number() over (order by id) as place from products
        where category_id = 'women-scale-kurta' limit 104
      ) numbered
      where id = chosen`)
    return async <Result>(path: string) =>
      ((await (await api.request(`/api/${path}`)).json()) as { result: Result }).result
  }
  type Brands = { data: { _id: string; name: string }[]; hasMoreBrands?: boolean }

  test('are listed up to a hundred; the others are found by name and id [shell.9]', async ({
    db,
    api,
  }) => {
    const read = await givenBrands(db, api)

    const first = await read<Brands>('brands')
    expect(first.data).toHaveLength(100)
    expect(first.hasMoreBrands).toBe(true)
    expect(first.data.map(({ _id }) => _id)).not.toContain('extra-149')

    const named = await read<Brands>('brands?search=XTRA%2014')
    expect(named.data.map(({ name }) => name)).toContain('Extra 149')
    expect(named.data).toHaveLength(11)
    expect(named.hasMoreBrands).toBeUndefined()
    expect((await read<Brands>('brands?search=%25')).data).toEqual([])
    expect((await read<Brands>('brands?search=_xtra')).data).toEqual([])

    const known = await read<Brands>('brands?brand=extra-7,extra-9,no-such-brand')
    expect(known.data.map(({ _id }) => _id)).toEqual(['extra-7', 'extra-9'])
  })

  test('are found by name within a list [list.2]', async ({ db, api, deps }) => {
    await givenBrands(db, api)
    const index = createCatalogueIndex()
    await index.refresh(db)
    const app = createApp({
      db,
      handlers: storeHandlers({
        ...deps,
        provider: testSandbox(db, deps.sendMessage).provider,
        index,
      }),
    })
    const filtersOf = async (query: string) => {
      const response = await app.request(`/api/products/get-filters?${query}`)
      return ((await response.json()) as { result: Filters }).result
    }
    const list = 'category=women-scale-kurta'

    const all = await filtersOf(list)
    expect(all.hasMoreBrands).toBe(true)
    const named = await filtersOf(`${list}&brandName=extra%2010`)

    const names = ['Extra 10', 'Extra 100', 'Extra 101', 'Extra 102', 'Extra 103', 'Extra 104']
    expect(named.brands.map(({ name }) => name)).toEqual(names)
    expect(named.size).toEqual(all.size)
    expect(named.counts?.brands['extra-104']).toBe(1)
    const elsewhere = await filtersOf('category=men-scale-shirt&brandName=extra%2010')
    expect(elsewhere.brands).toEqual([])
  })

  test('are found by name within a search [list.2] [search.1]', async ({ db, api }) => {
    const read = await givenBrands(db, api)

    const named = await read<Filters>('products/get-filters?search=kurta&brandName=extra%20103')

    expect(named.brands).toEqual([{ _id: 'extra-103', name: 'Extra 103' }])
  })
})

test('a search for a common word counts all products and reads one page of them [search.1]', async ({
  db,
  deps,
}) => {
  await growCatalogue(db, productCount)
  await db.execute(sql`update products set search_words = search_words || ' festivo'`)
  await db.execute(sql`analyze products`)
  const index = createCatalogueIndex()
  await index.refresh(db)
  const { provider } = testSandbox(db, deps.sendMessage)
  const app = createApp({ db, handlers: storeHandlers({ ...deps, provider, index }) })
  const path = '/api/products/list?search=festivo&sortOrder=desc&sortBy=discountedPrice'

  const read = await rowsRead(db, 'products', async () => {
    const { result } = (await (await app.request(path)).json()) as { result: { total: number } }
    expect(result.total).toBe(productCount)
  })

  expect(read).toBeLessThan(fewRows)
})

describe('completed orders', () => {
  test('are not read for the size hint [product.8]', async ({ db, readOf }) => {
    await growOrders(db, 2000)
    const { rows } = await db.execute<{ id: string }>(sql`
      select product_id as id from order_lines group by 1 order by count(*) desc limit 1`)

    expect(await readOf('order_lines', `products/${rows[0]?.id}`)).toBeLessThan(10)
  })

  test('are not read for the metrics [ops.3]', async ({ db }) => {
    await growCatalogue(db, 100)
    await growOrders(db, 2000)
    const index = createCatalogueIndex()
    const loads = { reads: { rejected: 0 }, pages: { rendering: 0, shells: 0 }, index }
    const routes = metricsRoutes(db, 'a-token-of-the-tests', loads)

    const read = await rowsRead(db, 'orders', async () => {
      const response = await routes.request('/metrics', withToken('a-token-of-the-tests'))
      expect(response.status).toBe(200)
    })

    expect(read).toBe(0)
  })
})
