import { asc, eq, gt, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { pageAt } from '#contract/pages/paths.ts'
import * as catalogue from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { coupons } from '#server/database/schema/carts.ts'
import * as storefront from '#server/database/schema/storefront.ts'
import { readImage } from '#server/demo/imageRoutes.ts'
import { test } from '#tests/support/api/demoShop.ts'

const { brands, categories, genders, products, sizeCharts, subcategories } = catalogue
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const isImage = async (path: string) =>
  /^<svg .*<\/svg>$/s.test((await readImage(path.replace('/photos/', ''))) ?? '')

test('there are about 500 published products of 12 brands in a tree of categories, all of them used', async ({
  db,
}) => {
  const rows = await db.select().from(products)
  const tree = await db.select().from(subcategories)

  expect(rows.length).toBeGreaterThan(480)
  expect(rows.every(({ isPublished }) => isPublished)).toBe(true)
  expect(ids(await db.select().from(brands)).sort()).toEqual(
    [...new Set(rows.map(({ brandId }) => brandId))].sort(),
  )
  expect(ids(await db.select().from(categories)).sort()).toEqual(
    [...new Set(rows.map(({ categoryId }) => categoryId))].sort(),
  )
  expect(ids(tree).sort()).toEqual(
    [...new Set(rows.flatMap(({ subcategoryIds }) => subcategoryIds))].sort(),
  )
  expect(await db.$count(brands)).toBe(12)
  expect(tree.length).toBeGreaterThan(40)
})

test('some products are sold out, some lack a size, some have few items left', async ({ db }) => {
  const lacks = sql`cardinality(sizes_in_stock) < cardinality(sizes)`
  const total = await db.$count(products)
  const soldOut = await db.$count(products, eq(products.isInStock, false))

  expect(soldOut / total).toBeGreaterThan(0.02)
  expect(soldOut / total).toBeLessThan(0.06)
  expect(await db.$count(products, sql`is_in_stock and ${lacks}`)).toBeGreaterThan(50)
  expect(await db.$count(stockLevels, sql`on_hand between 1 and 2`)).toBeGreaterThan(50)
})

test('about a quarter of the products have no discount, and prices are whole rupees', async ({
  db,
}) => {
  const total = await db.$count(products)
  const full = await db.$count(products, sql`mrp_paise = price_paise`)

  expect(full / total).toBeGreaterThan(0.18)
  expect(full / total).toBeLessThan(0.32)
  expect(await db.$count(products, sql`mrp_paise % 100 <> 0 or price_paise % 100 <> 0`)).toBe(0)
})

test('every product has details, and an import names its importer and its maker [product.6]', async ({
  db,
}) => {
  const rows = await db.select().from(products)

  for (const { details, hsn, description } of rows) {
    const names = details.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['Fabric', 'Fit', 'Measurements', 'Wash care', 'In the pack']),
    )
    expect(hsn).toMatch(/^\d{4}$/)
    expect(description).toMatch(/^[A-Z].*\.$/)
  }
  const imported = rows.filter(({ origin }) => origin !== 'India')
  expect(imported.length).toBeGreaterThan(20)
  for (const { maker, details, origin } of imported) {
    expect(maker).toMatch(/^Imported by /)
    expect(details.find(({ name }) => name === 'Made by')?.value).toContain(origin)
  }
})

test('every image exists, and no two products have the same first photo', async ({ db }) => {
  const photos = (await db.select().from(products)).map((product) => product.photos)
  const others = [
    ...(await db.select().from(genders)),
    ...(await db.select().from(brands)),
    ...(await db.select().from(categories)),
    ...(await db.select().from(subcategories)),
    ...(await db.select().from(storefront.sliders)),
    ...(await db.select().from(storefront.homeGridCategories)),
    ...(await db.select().from(storefront.homeOffers)),
  ].map(({ photo }) => photo)
  const charts = (await db.select().from(sizeCharts)).flatMap(({ images }) => images)

  const paths = [...photos.flat(), ...others, ...charts]
  const missing = []
  for (const path of new Set(paths)) if (!(await isImage(path))) missing.push(path)
  expect(missing).toEqual([])
  expect(new Set(photos.map(([first]) => first)).size).toBe(photos.length)
  expect(photos.every(({ length }) => length >= 2 && length <= 4)).toBe(true)
})

test('the newest products are a mix, and each photo has its own backdrop', async ({ db }) => {
  const newest = await db
    .select()
    .from(products)
    .orderBy(sql`created_at desc`)
    .limit(24)

  expect(new Set(newest.map(({ categoryId }) => categoryId)).size).toBeGreaterThan(6)
  expect(new Set(newest.map(({ createdAt }) => createdAt.getTime())).size).toBe(24)
  const [first] = await db
    .select()
    .from(products)
    .where(sql`photos->>0 like '%-6-front-%'`)
  expect(first?.tint).toBe(6)
})

test('each gender has sliders for both screens and eight grid categories [home.1] [home.2]', async ({
  db,
}) => {
  const sliders = await db.select().from(storefront.sliders)
  const grid = await db.select().from(storefront.homeGridCategories)

  for (const gender of ['women', 'men']) {
    for (const isFor of ['desktop', 'mobile']) {
      const own = sliders.filter((slider) => slider.genderId === gender && slider.isFor === isFor)
      expect(own.filter(({ sliderType }) => sliderType === 'Top Slider')).toHaveLength(3)
      expect(own.filter(({ sliderType }) => sliderType === 'Bottom Slider')).toHaveLength(1)
    }
    expect(grid.filter(({ genderId }) => genderId === gender)).toHaveLength(8)
  }
})

test('every link of the home page leads to products, and every offer is a coupon', async ({
  db,
}) => {
  const offers = await db.select().from(storefront.homeOffers)
  const all = [
    ...(await db.select().from(storefront.sliders)),
    ...(await db.select().from(storefront.homeGridCategories)),
    ...offers,
  ]
  const named = ids([
    ...(await db.select().from(categories)),
    ...(await db.select().from(subcategories)),
  ])

  for (const { link } of all) {
    const target = pageAt(new URL(link, 'http://localhost'))
    expect(target?.page).toBe('collections')
    const { category, subcategory } = target?.params ?? {}
    if (category ?? subcategory) expect(named).toContain(category ?? subcategory)
  }
  const codes = (await db.select().from(coupons)).map(({ name }) => name)
  expect(offers).toHaveLength(3)
  for (const { code } of offers) expect(codes).toContain(code)
})

test('the coupon for the trial charge covers exactly that, for Try & Buy only', async ({ db }) => {
  const [terms] = await db
    .select()
    .from(storefront.purchaseTerms)
    .where(eq(storefront.purchaseTerms.purchaseType, 'Try and Buy'))
  const [coupon] = await db.select().from(coupons).where(eq(coupons.name, 'TRYFREE'))

  expect(terms?.chargePaise).toBeGreaterThan(0)
  expect(coupon).toMatchObject({ purchaseType: 'Try and Buy', amountPaise: terms?.chargePaise })
})

test('Indore has Try & Buy, all brands but one offer it, and other cities have delivery', async ({
  db,
}) => {
  const { warehouses } = storefront
  const withTrials = await db.select().from(warehouses).where(eq(warehouses.hasTryAndBuy, true))

  expect(withTrials.map(({ city }) => city)).toEqual(['Indore'])
  expect(await db.$count(warehouses, gt(warehouses.radiusKm, 10))).toBeGreaterThan(5)
  const trials = await db.select().from(brands).orderBy(asc(brands.id))
  expect(trials.filter(({ hasTryAndBuy }) => !hasTryAndBuy)).toHaveLength(1)
})

test('several hundred reviews by many customers rate a part of the products [product.8]', async ({
  db,
}) => {
  const { rows } = await db.execute<{ reviews: number; customers: number; rated: number }>(sql`
    select count(*)::int as reviews, count(distinct user_id)::int as customers,
      count(distinct product_id)::int as rated from reviews`)

  expect(rows[0]?.reviews).toBeGreaterThan(300)
  expect(rows[0]?.customers).toBeGreaterThan(50)
  expect(rows[0]?.rated).toBeGreaterThan(80)
})
