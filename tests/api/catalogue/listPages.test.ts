import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect } from 'vitest'

import { ListQuery } from '#contract/catalogue/listing.ts'
import {
  type CatalogueIndex,
  createCatalogueIndex,
} from '#server/commerce/search/index/catalogueIndex.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'
import { importRows, kurta } from '#tests/support/api/importRows.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

type ProductRow = typeof products.$inferSelect

/** Queries of lists that contain a product, each with other filters. */
function listsAround({ brandId, categoryId, pricePaise, subcategoryIds }: ProductRow): ListQuery[] {
  const price = String(pricePaise / 100)
  return [
    {},
    { gender: 'WOMEN' },
    { gender: 'men', brand: `${brandId},maru` },
    { category: categoryId },
    { category: categoryId, priceMin: '499.5', priceMax: price },
    { priceMin: price },
    { priceMin: price, priceMax: price },
    { subcategory: subcategoryIds[0] },
    { size: 'XL' },
    { size: 'XS,XXL', priceMin: '700' },
    { size: 'M', inStock: 'true', brand: brandId },
    { inStock: 'true', origin: 'India' },
    { gender: 'women', sortBy: 'discountedPrice', sortOrder: 'asc', limit: '5' },
  ]
}
const emptyLists: ListQuery[] = [
  { subcategory: 'no-such-thing' },
  { priceMin: '3000', priceMax: '1000' },
]

/** Whether a list with these filters has the product, decided from its row alone. */
function isListed(row: ProductRow, query: ListQuery): boolean {
  const { category, subcategory, gender, brand, size, origin, priceMin, priceMax, inStock } = query
  const rupees = row.pricePaise / 100
  return (
    row.isPublished &&
    (category === undefined || row.categoryId === category) &&
    (subcategory === undefined || row.subcategoryIds.includes(subcategory)) &&
    (gender === undefined || row.genderIds.includes(gender.toLowerCase())) &&
    (brand?.split(',').includes(row.brandId) ?? true) &&
    (size?.split(',').some((name) => row.sizesInStock.includes(name)) ?? true) &&
    (origin?.split(',').includes(row.origin) ?? true) &&
    (priceMin === undefined || rupees >= Number(priceMin)) &&
    (priceMax === undefined || rupees <= Number(priceMax)) &&
    (inStock !== 'true' || row.isInStock)
  )
}

demoTest(
  'the pages of a list have the products that fulfil its filters, and no others [list.1] [list.2]',
  async ({ db }) => {
    const index = createCatalogueIndex()
    await index.refresh(db)
    const rows = await db.select().from(products).orderBy(products.id)
    const forMen = rows.find(
      ({ genderIds, subcategoryIds }) => genderIds.includes('men') && subcategoryIds.length > 0,
    )
    const lists = listsAround(forMen!)

    for (const query of [...lists, ...emptyLists]) {
      const expected = rows.filter((row) => isListed(row, query)).map(({ id }) => id)
      expect(expected.length > 0, JSON.stringify(query)).toBe(lists.includes(query))
      const { seen, total } = await readAllPages(db, { limit: '60', ...query }, index)
      expect(seen.sort(), JSON.stringify(query)).toEqual(expected.sort())
      expect(total, JSON.stringify(query)).toBe(expected.length)
    }
  },
)

/** The ids on all pages of a list, and the total that its last page names. */
async function readAllPages(db: Database, query: ListQuery, index: CatalogueIndex) {
  const seen: string[] = []
  let list = await listProducts(db, query, { index })
  for (;;) {
    seen.push(...list.data.map(({ _id }) => _id))
    if (list.nextCursor === null) return { seen, total: list.total }
    list = await listProducts(db, { ...query, cursor: list.nextCursor }, { index })
  }
}

demoTest('the pages of every sort order contain each product once [list.4]', async ({ db }) => {
  const index = createCatalogueIndex()
  await index.refresh(db)

  for (const sortBy of ['recommended', 'popular', 'discount', 'rating', 'newest'] as const) {
    const query: ListQuery = { gender: 'women', sortBy, limit: '50' }
    const { seen, total } = await readAllPages(db, query, index)
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size, sortBy).toBe(total)
  }
})

test('a list continues after its last product although many new ones came before it [list.4]', async ({
  db,
}) => {
  const add = (day: number) => onSale(db, { createdAt: new Date(Date.UTC(2026, 10, day)) })
  const old = []
  for (let nth = 0; nth < 6; nth++) old.push(await add(1))
  const query: ListQuery = { sortBy: 'newest', limit: '3' }
  const first = await listProducts(db, query)
  for (let nth = 0; nth < 60; nth++) await add(2)

  const next = await listProducts(db, { ...query, cursor: first.nextCursor ?? '' })

  const seen = [...first.data, ...next.data].map(({ _id }) => _id)
  expect(seen.sort()).toEqual(old.sort())
})

describe('a shopper who scrolls through a list misses no product, and sees only sold-out ones twice', () => {
  /** Reads a list by pages of ten; `onPage` runs after each. */
  async function idsByPages(db: Database, onPage: (page: string[]) => Promise<void>) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const list = await listProducts(db, { limit: '10', ...(cursor && { cursor }) })
      const page = list.data.map(({ _id }) => _id)
      seen.push(...page)
      cursor = list.nextCursor ?? undefined
      await onPage(page)
    } while (cursor)
    return seen
  }
  const sellOut = (db: Database, id: string | undefined) =>
    db
      .update(stockLevels)
      .set({ onHand: 0 })
      .where(eq(stockLevels.productId, id ?? ''))

  test.for([0, 4, 9])('even if item %i of a page sells out [list.4]', async (place, { db }) => {
    for (let n = 0; n < 35; n++) await onSale(db)
    let page = 0

    const seen = await idsByPages(db, async (ids) => {
      if (page++ === 1) await sellOut(db, ids[place])
    })

    // Sold-out products are shown once more, at the end.
    expect(new Set(seen).size).toBe(35)
    expect(seen).toHaveLength(36)
  })

  test('even if new products arrive [list.4]', async ({ db }) => {
    for (let n = 0; n < 35; n++) await onSale(db)
    const known = new Set((await idsByPages(db, async () => undefined)).sort())
    let page = 0

    const seen = await idsByPages(db, async () => {
      if (page++ === 0) for (let n = 0; n < 5; n++) await onSale(db)
    })

    expect(seen.filter((id) => known.has(id))).toHaveLength(35)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

test('the second page opens also after products with the longest names and codes [list.4]', async ({
  db,
}) => {
  const rows = Array.from({ length: 3 }, (_, nth) => ({
    ...kurta,
    name: 'Long '.repeat(30) + nth,
    code: 'AB'.repeat(45) + nth,
  }))
  await importRows(db, rows)
  const first = await listProducts(db, { limit: '2' })
  const query = { limit: '2', cursor: first.nextCursor ?? '' }

  expect(v.parse(ListQuery, query)).toEqual(query)
  expect((await listProducts(db, query)).data).toHaveLength(1)
})
