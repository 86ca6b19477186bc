import { expect } from 'vitest'

import type { ListQuery } from '#contract/listing.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { listCounts } from '#server/features/catalogue/listCounts.ts'
import { listProducts } from '#server/features/catalogue/listProducts.ts'
import { test } from '#tests/support/apiTest.ts'
import { onSale } from '#tests/support/givens.ts'

const lists: ListQuery[] = [
  {},
  { gender: 'WOMEN' },
  { gender: 'men', brand: 'kori,maru' },
  { category: 'kurtas', priceMin: '499.5', priceMax: '1499' },
  { size: 'S,XL', priceMin: '700' },
  { size: 'M', inStock: 'true', brand: 'kori' },
  { inStock: 'true', origin: 'India' },
  { subcategory: 'no-such-thing' },
  { priceMin: '3000', priceMax: '1000' },
  { gender: 'women', sortBy: 'discountedPrice', sortOrder: 'asc', limit: '5' },
]

test('a list says as many from memory as the database counts [list.1] [list.2]', async ({ db }) => {
  await seedDemo(db)
  const counts = listCounts()
  expect(counts.count(db, {})).toBeUndefined()
  await counts.refresh(db)

  for (const query of lists) {
    const counted = (await listProducts(db, query)).total
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
