import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterEach, expect, vi } from 'vitest'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import {
  categories,
  productPopularity,
  products,
  reviews,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { listProducts } from '#server/features/catalogue/lists/productList.ts'
import { readFilters } from '#server/features/catalogue/lists/filters.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { countPopularity } from '#server/jobs/popularity.ts'
import { aUser, onSale } from '#tests/support/shopper/givens.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'

afterEach(() => void vi.useRealTimers())

async function addReview(db: Database, productId: string, stars: number) {
  const { userId } = await aUser(db)
  await db
    .insert(reviews)
    .values({ id: randomUUID(), productId, userId, stars, size: 'M', firstName: 'Asha' })
}

test('the names of its category and subcategories tell the occasion of a product [list.2]', async ({
  db,
}) => {
  await db.insert(categories).values([
    { id: 'bridal', name: 'Bridal', slug: 'bridal' },
    { id: 'plain', name: 'Plain', slug: 'plain' },
  ])
  const gym = { id: 'gym', name: 'Gym', slug: 'gym', categoryId: 'plain' }
  await db.insert(subcategories).values(gym)
  const named = { name: 'Cotton set' }
  const bridal = await onSale(db, { ...named, categoryId: 'bridal' })
  const sports = await onSale(db, { ...named, categoryId: 'plain', subcategoryIds: ['gym'] })
  await onSale(db, { ...named, categoryId: 'plain' })
  const index = createCatalogueIndex()
  await index.refresh(db)
  const listed = async (occasion: string) =>
    (await listProducts(db, { occasion }, { index })).data.map(({ _id }) => _id)

  expect(await listed('wedding')).toEqual([bridal])
  expect(await listed('sports')).toEqual([sports])
})

test('concurrent requests share one read of the catalogue, which is repeated once an hour [ops.2]', async ({
  db,
}) => {
  await onSale(db)
  const index = createCatalogueIndex()
  const reads: string[] = []

  await watchStatements(
    ({ text }) => void (text.includes('order by products.is_in_stock') && reads.push(text)),
    async () => {
      await Promise.all([index.refresh(db), index.refresh(db)])
      await index.refresh(db)
      await index.rebuild(db)
      expect(reads).toHaveLength(1)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
      await index.rebuild(db)
    },
  )

  expect(reads).toHaveLength(2)
  expect(index.snapshot()?.ids).toHaveLength(1)
})

test('a filter by colour, fabric, discount or rating lists the matching products and no others [list.2]', async ({
  db,
}) => {
  const fabric = (value: string) => ({ details: [{ name: 'Fabric', value }] })
  const wine = await onSale(db, { colour: 'Wine', ...fabric('Chanderi silk-cotton') })
  const navy = await onSale(db, { colour: 'Navy Blue', ...fabric('Art silk (viscose)') })
  const cheap = await onSale(db, { mrpPaise: 1000_00, pricePaise: 400_00, colour: 'Bottle green' })
  const full = await onSale(db, { mrpPaise: 1000_00, pricePaise: 1000_00, colour: '' })
  const pu = await onSale(db, { mrpPaise: 999_00, ...fabric('PU leather') })
  const jeans = await onSale(db, { mrpPaise: 999_00, ...fabric('Cotton denim') })
  for (const stars of [5, 4, 4]) await addReview(db, wine, stars)
  for (const stars of [5, 5]) await addReview(db, navy, stars)
  const idsFor = async (query: ListQuery) =>
    (await listProducts(db, query)).data.map(({ _id }) => _id).sort()

  expect(await idsFor({ colour: 'red' })).toEqual([wine])
  expect(await idsFor({ colour: 'navy,green' })).toEqual([navy, cheap].sort())
  expect(await idsFor({ fabric: 'silk' })).toEqual([wine])
  expect(await idsFor({ fabric: 'rayon' })).toEqual([navy])
  expect(await idsFor({ fabric: 'leather,cotton' })).toEqual([wine])
  expect(await idsFor({ fabric: 'faux-leather,denim' })).toEqual([pu, jeans].sort())
  expect(await idsFor({ discount: '60' })).toEqual([cheap])
  expect(await idsFor({ discount: '50' })).toEqual([wine, navy, cheap].sort())
  // Two reviews are too few for a rating.
  expect(await idsFor({ rating: '4' })).toEqual([wine])
  expect(await idsFor({ rating: '4.5' })).toEqual([])
  await db
    .update(products)
    .set({ createdAt: new Date(Date.now() - 40 * dayMs) })
    .where(ne(products.id, full))
  expect(await idsFor({ isNew: 'true' })).toEqual([full])
})

test('a restocked product counts as back in stock for two weeks [home.1] [list.2]', async ({
  db,
}) => {
  await onSale(db)
  const restocked = await onSale(db)
  const gone = await onSale(db)
  const partlySold = await onSale(db)
  const setStock = (productId: string, onHand: number, size?: string) =>
    db
      .update(stockLevels)
      .set({ onHand })
      .where(
        and(eq(stockLevels.productId, productId), size ? eq(stockLevels.size, size) : undefined),
      )
  for (const id of [restocked, gone]) await setStock(id, 0)
  await setStock(partlySold, 0, 'M')
  await setStock(partlySold, 3, 'M')
  await setStock(restocked, 3)
  const restockedIds = async () =>
    (await listProducts(db, { isBack: 'true' })).data.map(({ _id }) => _id)

  expect(await restockedIds()).toEqual([restocked])

  await setStock(restocked, 0)
  expect(await restockedIds()).toEqual([])

  await setStock(restocked, 3)
  await db.update(products).set({ restockedAt: new Date(Date.now() - 15 * dayMs) })
  expect(await restockedIds()).toEqual([])
})

test('each sort order puts the right product first [list.3]', async ({ db }) => {
  const user = await aUser(db)
  const day = (days: number) => new Date(Date.now() - days * dayMs)
  const first = await onSale(db, { name: 'Old favourite', pricePaise: 1800_00, createdAt: day(90) })
  const second = await onSale(db, { name: 'Best price', pricePaise: 600_00, createdAt: day(60) })
  const third = await onSale(db, { name: 'Well reviewed', pricePaise: 1600_00 })
  await db.insert(wishlistLines).values({ userId: user.userId, productId: first })
  for (const stars of [5, 5, 5]) await addReview(db, third, stars)
  await countPopularity(db)
  const firstIdBy = async (query: ListQuery) => (await listProducts(db, query)).data[0]?._id

  expect(await firstIdBy({ sortBy: 'popular' })).toBe(first)
  expect(await firstIdBy({ sortBy: 'discount' })).toBe(second)
  expect(await firstIdBy({ sortBy: 'rating' })).toBe(third)
  expect(await firstIdBy({ sortBy: 'newest' })).toBe(third)
  expect(await firstIdBy({ search: 'best', sortBy: 'discountedPrice', sortOrder: 'asc' })).toBe(
    second,
  )
  expect(await firstIdBy({ sortBy: 'recommended' })).toBe(third)
  expect(await firstIdBy({})).toBe(third)
  await db.delete(wishlistLines)
  await countPopularity(db)
  expect((await listProducts(db, { sortBy: 'popular' })).data).toHaveLength(3)
  expect(await db.$count(productPopularity, eq(productPopularity.score, 0))).toBe(1)
})

test('a product with most of its sizes comes before one with a single size left [search.1] [list.2]', async ({
  db,
}) => {
  const createdAt = new Date(Date.now() - dayMs)
  const complete = await onSale(db, { name: 'Blue kurta', createdAt })
  const oneSizeOnly = await onSale(db, { name: 'Blue kurta', stock: { Free: 5 }, createdAt })
  const lastSize = await onSale(db, { name: 'Blue kurta', stock: { S: 0, M: 0, L: 5 } })
  const soldOut = await onSale(db, { name: 'Blue kurta', stock: { S: 0, M: 0, L: 0 } })

  for (const query of [{}, { sortBy: 'recommended' }, { search: 'kurta' }] as ListQuery[]) {
    const ids = (await listProducts(db, query)).data.map(({ _id }) => _id)
    expect(new Set(ids.slice(0, 2))).toEqual(new Set([complete, oneSizeOnly]))
    expect(ids.slice(2)).toEqual([lastSize, soldOut])
  }
})

test('by default popular products come first, and sold-out products last [list.3]', async ({
  db,
}) => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push(await onSale(db, { categoryId: 'kurtas' }))
  const [plain, sells, soldOut, sellsMore] = ids as [string, string, string, string]
  const moment = new Date(Date.now() - 10 * dayMs)
  await db.update(products).set({ createdAt: moment })
  await db.insert(productPopularity).values([
    { productId: sells, score: 3 },
    { productId: soldOut, score: 50 },
    { productId: sellsMore, score: 9 },
  ])
  await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, soldOut))

  for (const query of [{}, { sortBy: 'recommended' }, { category: 'kurtas' }] as ListQuery[]) {
    const { data } = await listProducts(db, query)
    expect(data.map(({ _id }) => _id)).toEqual([sellsMore, sells, plain, soldOut])
  }
})

test('sold-out products stay last even if their brand would add variety [list.3]', async ({
  db,
}) => {
  await onSale(db, { brand: { id: 'amodra' } })
  for (let n = 0; n < 5; n++) await onSale(db)
  await db.update(products).set({ brandId: 'amodra' })
  const soldOut = await onSale(db)
  await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, soldOut))

  const { data } = await listProducts(db, {})

  expect(data.at(-1)?._id).toBe(soldOut)
})

test('no brand takes more than a third of the first twelve products [search.1] [list.1]', async ({
  db,
}) => {
  const large = { id: 'large', name: 'Large' }
  await onSale(db, { name: 'Zari stole', brand: large })
  for (let n = 0; n < 20; n++) {
    await onSale(db, { name: 'Zari stole', brandId: 'large', brand: { id: `unused-${n}` } })
  }
  for (let n = 0; n < 10; n++) await onSale(db, { name: 'Zari stole', brand: { id: `small-${n}` } })
  await db
    .update(products)
    .set({ brandId: 'large' })
    .where(sql`brand_id like 'unused-%'`)

  const { data, total } = await listProducts(db, { search: 'zari stole' })

  expect(total).toBe(31)
  const ofLarge = data.slice(0, 12).filter(({ brand }) => brand._id === 'large')
  expect(ofLarge.length).toBeLessThanOrEqual(4)
})

test('filters offer the hundred brands with the most products, from memory and from the database [list.2] [ops.2]', async ({
  db,
}) => {
  for (let n = 0; n < 102; n++) {
    await onSale(db, { brand: { id: `brand-${n}`, name: `Brand ${n}` } })
  }
  await onSale(db, { brandId: 'brand-101', brand: { id: 'unused', name: 'Unused' } })
  const index = createCatalogueIndex()
  await index.refresh(db)

  const scope = { category: 'kurtas' }
  const offered = await readFilters(db, scope, index)
  expect(offered.brands).toHaveLength(100)
  expect(offered.brands).toContainEqual({ _id: 'brand-101', name: 'Brand 101' })
  expect(offered.counts?.brands['brand-101']).toBe(2)
  expect(await readFilters(db, scope)).toEqual(offered)
})
