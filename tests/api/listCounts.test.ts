import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import type { ListQuery } from '#contract/listing.ts'
import { products } from '#server/database/catalogueTables.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { listCounts } from '#server/features/catalogue/listCounts.ts'
import { listProducts } from '#server/features/catalogue/listProducts.ts'
import { test } from '#tests/support/apiTest.ts'
import { onSale } from '#tests/support/givens.ts'

type ProductRow = typeof products.$inferSelect

/** Lists that a product is in, and by one filter each. */
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
  const counts = listCounts()
  expect(counts.count(db, {})).toBeUndefined()
  await counts.refresh(db)
  const [product] = await db
    .select()
    .from(products)
    .where(sql`'men' = any(${products.genderIds}) and ${products.subcategoryIds} <> '{}'`)
    .orderBy(products.id)
  const lists = listsAround(product!)

  for (const query of [...lists, ...emptyLists]) {
    const counted = (await listProducts(db, query)).total
    expect(counted > 0, JSON.stringify(query)).toBe(lists.includes(query))
    expect(counts.count(db, query), JSON.stringify(query)).toBe(counted)
    expect((await listProducts(db, query, counts)).total, JSON.stringify(query)).toBe(counted)
  }
})

test('a list that fits on a page says what it shows, before it is counted anew [list.1]', async ({
  db,
}) => {
  const brand = { id: 'amodra', name: 'Amodra' }
  const counts = listCounts()
  await counts.refresh(db)
  await onSale(db, { brand })

  const { data, total } = await listProducts(db, { brand: brand.id }, counts)

  expect([data.length, total]).toEqual([1, 1])
})
