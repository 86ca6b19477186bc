import { eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { expect } from 'vitest'

import type { ProductsResponse } from '#contract/catalogue/product.ts'
import { categories, products } from '#server/database/schema/catalogue.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

const test = demoTest.extend<{ pairingsOf: (id: string) => Promise<string[]> }>({
  pairingsOf: async ({ api }, use) =>
    use(async (id) => {
      const response = await api.request(`/api/products/pair-it-with/${id}`)
      const { result } = (await response.json()) as v.InferOutput<typeof ProductsResponse>
      return result.data.map(({ category, subcategory }) => subcategory[0]?.name ?? category.name)
    }),
})

test('a kurti is paired with what completes the outfit, never with another kurti [product.1]', async ({
  db,
  pairingsOf,
}) => {
  const [kurti] = await db.select().from(products).where(eq(products.categoryId, 'women-kurtis'))

  const kinds = await pairingsOf(kurti!.id)

  expect(kinds).toHaveLength(6)
  expect(kinds.slice(0, 3)).toEqual(['Juttis', 'Jeans', 'Trousers'])
  expect(kinds.filter((kind) => /kurti/i.test(kind))).toEqual([])
})

test('a sherwani is paired with mojaris for men [product.1]', async ({ db, pairingsOf }) => {
  const [sherwani] = await db
    .select()
    .from(products)
    .where(eq(products.categoryId, 'men-sherwanis'))

  const kinds = await pairingsOf(sherwani!.id)

  expect(kinds.length).toBeGreaterThan(0)
  expect(kinds.filter((kind) => !/mojari/i.test(kind))).toEqual([])
})

test('sold-out products, those for another gender and much cheaper ones are not paired [product.1]', async ({
  db,
  pairingsOf,
}) => {
  await db.delete(products)
  const id = await onSale(db, {
    categoryId: 'women-dresses',
    genderIds: ['women'],
    pricePaise: 1000_00,
  })
  const heels = { categoryId: 'women-footwear', subcategoryIds: ['women-footwear-heels'] }
  await onSale(db, { ...heels, genderIds: ['women'], stock: { M: 0 } })
  await onSale(db, { ...heels, genderIds: ['men'] })
  await onSale(db, { ...heels, genderIds: ['women'], pricePaise: 99_00 })
  expect(await pairingsOf(id)).toEqual([])

  await onSale(db, { ...heels, genderIds: ['women'], pricePaise: 100_00 })
  expect(await pairingsOf(id)).toEqual(['Heels'])
})

test('a product of an unknown kind is paired with other categories [product.1]', async ({
  db,
  pairingsOf,
}) => {
  await db.delete(products)
  await db.insert(categories).values([
    { id: 'umbrellas', name: 'Umbrellas', slug: 'umbrellas' },
    { id: 'raincoats', name: 'Raincoats', slug: 'raincoats' },
  ])
  const id = await onSale(db, { categoryId: 'umbrellas' })
  await onSale(db, { categoryId: 'umbrellas' })
  await onSale(db, { categoryId: 'raincoats' })

  expect(await pairingsOf(id)).toEqual(['Raincoats'])
})
