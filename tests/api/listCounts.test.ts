import { sql } from 'drizzle-orm'
import { afterEach, expect, vi } from 'vitest'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { createListCounts } from '#server/features/catalogue/lists/listCounts.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

afterEach(() => void vi.useRealTimers())

type ProductRow = typeof products.$inferSelect

/** The lists that contain a product, with one filter each. */
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

test('a list says as many from memory as the database counts [list.1] [list.2]', async ({ db }) => {
  await seedDemo(db)
  const counts = createListCounts(db)
  await counts.refresh()
  const [product] = await db
    .select()
    .from(products)
    .where(sql`'men' = any(${products.genderIds}) and ${products.subcategoryIds} <> '{}'`)
    .orderBy(products.id)
  const lists = listsAround(product!)

  for (const query of [...lists, ...emptyLists]) {
    const counted = (await listProducts(db, query)).total
    expect(counted > 0, JSON.stringify(query)).toBe(lists.includes(query))
    expect(counts.count(query), JSON.stringify(query)).toBe(counted)
    expect((await listProducts(db, query, counts)).total, JSON.stringify(query)).toBe(counted)
  }
})

test('a list that fits on a page says what it shows, before it is counted anew [list.1]', async ({
  db,
}) => {
  const brand = { id: 'amodra', name: 'Amodra' }
  const counts = createListCounts(db)
  await counts.refresh()
  await onSale(db, { brand })

  const { data, total } = await listProducts(db, { brand: brand.id }, counts)

  expect([data.length, total]).toEqual([1, 1])
})

test('a list is counted from memory however old the counts are, while one refresh runs [list.1] [ops.2]', async ({
  db,
}) => {
  await onSale(db, { brand: { id: 'amodra', name: 'Amodra' } })
  const counts = createListCounts(db)
  await counts.refresh()
  const minutesLater = Date.now() + 10 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: minutesLater })
  const refreshes: string[] = []

  await watchStatements(
    ({ text }) => void (text.includes('string_agg') && refreshes.push(text)),
    async () => {
      for (let shopper = 0; shopper < 50; shopper++) expect(counts.count({})).toBe(1)
      await counts.refresh()
      for (let shopper = 0; shopper < 50; shopper++) expect(counts.count({})).toBe(1)
      await counts.refresh()
    },
  )

  expect(refreshes).toHaveLength(2)
})

test('filters offer from memory what the database finds [list.2]', async ({ db }) => {
  await seedDemo(db)
  const counts = createListCounts(db)
  await counts.refresh()
  const [{ categoryId } = { categoryId: '' }] = await db.select().from(products).limit(1)

  for (const scope of [{}, { gender: 'MEN' }, { category: categoryId }, { brand: 'kori,maru' }]) {
    expect(await readFilters(db, scope, counts)).toEqual(await readFilters(db, scope))
  }
  const nothing = { subcategory: 'no-such-thing' }
  expect(await readFilters(db, nothing, counts)).toEqual(await readFilters(db, nothing))
})

test('filters offer the hundred brands with the most products, from memory and from the database [list.2] [ops.2]', async ({
  db,
}) => {
  for (let n = 0; n < 102; n++) {
    await onSale(db, { brand: { id: `brand-${n}`, name: `Brand ${n}` } })
  }
  await onSale(db, { brandId: 'brand-101', brand: { id: 'unused', name: 'Unused' } })
  const counts = createListCounts(db)
  await counts.refresh()

  const scope = { category: 'kurtas' }
  const offered = await readFilters(db, scope, counts)
  expect(offered.brands).toHaveLength(100)
  expect(offered.brands).toContainEqual({ _id: 'brand-101', name: 'Brand 101' })
  expect(offered.counts?.brands['brand-101']).toBe(2)
  expect(await readFilters(db, scope)).toEqual(offered)
})
