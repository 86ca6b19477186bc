import { expect, test } from 'vitest'

import { pageAt } from '#contract/paths.ts'
import { demoCatalogue } from './demoCatalogue.ts'
import { demoCoupons } from './demoHome.ts'
import type { DemoProduct } from './demoTypes.ts'
import { readImage } from '#server/demo/imageRoutes.ts'

const catalogue = demoCatalogue()
const { brands, categories, products, sliders } = catalogue

const ids = (list: { id: string }[]) => list.map(({ id }) => id)
const totalStock = ({ stock }: DemoProduct) =>
  Object.values(stock).reduce((sum, count) => sum + count)
const repeated = (list: string[]) => list.filter((text, at) => list.indexOf(text) !== at)
const imageAt = (path: string) => readImage(path.replace('/photos/', ''))

test('the catalogue is deterministic', () => {
  expect(demoCatalogue()).toEqual(catalogue)
})

test('there are about 500 products of 12 brands in a tree of categories', () => {
  expect(products.length).toBeGreaterThan(480)
  expect(products.length).toBeLessThan(560)
  expect(brands).toHaveLength(12)
  expect(categories.length).toBeGreaterThanOrEqual(10)
  expect(categories.flatMap((category) => category.subcategories).length).toBeGreaterThanOrEqual(40)
})

test('no id, product number or name within a brand is used twice', () => {
  expect(repeated(ids(products))).toEqual([])
  expect(repeated(products.map(({ code }) => code))).toEqual([])
  expect(repeated(products.map(({ brandId, name }) => `${brandId} ${name}`))).toEqual([])
  expect(
    repeated(ids(categories.flatMap((category) => [category, ...category.subcategories]))),
  ).toEqual([])
})

test('no two products look alike', () => {
  expect(repeated(products.map(({ photos }) => photos[0]?.path ?? ''))).toEqual([])
})

test('every product matches its category, subcategory and its brand’s genders', () => {
  for (const product of products) {
    const category = categories.find(({ id }) => id === product.categoryId)
    const brand = brands.find(({ id }) => id === product.brandId)

    expect(ids(category?.subcategories ?? [])).toEqual(
      expect.arrayContaining(product.subcategoryIds),
    )
    expect(product.genders).toContain(category?.gender)
    expect(brand?.genders).toEqual(expect.arrayContaining(product.genders))
  }
})

test('every category, subcategory and brand has products', () => {
  for (const { subcategories, id } of categories) {
    expect(products.some(({ categoryId }) => categoryId === id)).toBe(true)
    for (const sub of subcategories) {
      expect(products.some(({ subcategoryIds }) => subcategoryIds.includes(sub.id))).toBe(true)
    }
  }
  for (const { id } of brands) expect(products.some(({ brandId }) => brandId === id)).toBe(true)
})

test('every price is whole rupees in paise and never above the MRP', () => {
  for (const { mrpPaise, pricePaise } of products) {
    expect(mrpPaise % 100).toBe(0)
    expect(pricePaise % 100).toBe(0)
    expect(pricePaise).toBeGreaterThan(0)
    expect(pricePaise).toBeLessThanOrEqual(mrpPaise)
  }
})

test('about a quarter of the products have no discount', () => {
  const full = products.filter(({ mrpPaise, pricePaise }) => mrpPaise === pricePaise)

  expect(full.length / products.length).toBeGreaterThan(0.18)
  expect(full.length / products.length).toBeLessThan(0.32)
})

test('some products are sold out, some lack a size, some have few items left', () => {
  const soldOut = products.filter((product) => totalStock(product) === 0)
  const withGap = products.filter(
    (product) => totalStock(product) > 0 && Object.values(product.stock).includes(0),
  )
  const low = products.filter(({ stock }) => Object.values(stock).some((n) => n === 1 || n === 2))

  expect(soldOut.length / products.length).toBeGreaterThan(0.02)
  expect(soldOut.length / products.length).toBeLessThan(0.06)
  expect(withGap.length).toBeGreaterThan(50)
  expect(low.length).toBeGreaterThan(50)
})

test('stock exists for exactly a product’s sizes', () => {
  for (const { sizes, stock } of products) {
    expect(sizes.length).toBeGreaterThan(0)
    expect(Object.keys(stock).sort()).toEqual([...sizes].sort())
  }
})

test('every product has the legal declarations [product.6]', () => {
  for (const { declarations, hsn } of products) {
    for (const value of Object.values(declarations)) expect(value).not.toBe('')
    expect(declarations.makerAddress).toMatch(/\d{6}$/)
    expect(declarations.careContact).toMatch(/@.*/)
    expect(hsn).toMatch(/^\d{4}$/)
  }
})

test('most products are made in India, and imports name importer and maker [product.6]', () => {
  const imported = products.filter(({ declarations }) => declarations.countryOfOrigin !== 'India')

  expect(imported.length).toBeGreaterThan(20)
  expect(imported.length).toBeLessThan(products.length / 4)
  for (const { declarations, details } of imported) {
    expect(declarations.maker).toMatch(/^Imported by /)
    expect(details.find(({ name }) => name === 'Made by')?.value).toContain(
      declarations.countryOfOrigin,
    )
  }
})

test('every product is described in two to five complete sentences', () => {
  for (const { description, details, name } of products) {
    expect(description.match(/\.(?= |$)/g)?.length).toBeGreaterThanOrEqual(2)
    expect(description.match(/\.(?= |$)/g)?.length).toBeLessThanOrEqual(5)
    expect(description + name).not.toMatch(/[{}]|undefined|\.\./)
    expect(details.map((detail) => detail.name)).toEqual(
      expect.arrayContaining(['Fabric', 'Fit', 'Care', 'In the pack']),
    )
  }
})

test('every product has two to four photos with valid URLs', async () => {
  for (const { photos } of products) {
    expect(photos.length).toBeGreaterThanOrEqual(2)
    expect(photos.length).toBeLessThanOrEqual(4)
    for (const { path } of photos) expect(await imageAt(path)).toMatch(/^<svg .*<\/svg>$/s)
  }
})

test('every other image of the store has a valid URL', async () => {
  const paths = [
    ...catalogue.genders,
    ...brands,
    ...categories,
    ...categories.flatMap(({ subcategories }) => subcategories),
    ...sliders,
    ...catalogue.gridCategories,
    ...catalogue.offers,
  ].map(({ photo }) => photo)
  const charts = catalogue.sizeCharts.flatMap(({ images }) => images)

  for (const path of [...paths, ...charts]) expect(await imageAt(path)).toMatch(/^<svg /)
})

test('only one brand does not offer Try & Buy', () => {
  expect(brands.filter(({ hasTryAndBuy }) => !hasTryAndBuy)).toHaveLength(1)
})

test('each gender has top and bottom sliders for both screens and eight grid categories [home.1] [home.2]', () => {
  for (const gender of ['WOMEN', 'MEN'] as const) {
    for (const isFor of ['desktop', 'mobile'] as const) {
      const own = sliders.filter((slider) => slider.gender === gender && slider.isFor === isFor)
      expect(own.filter(({ sliderType }) => sliderType === 'Top Slider')).toHaveLength(3)
      expect(own.filter(({ sliderType }) => sliderType === 'Bottom Slider')).toHaveLength(1)
    }
    expect(catalogue.gridCategories.filter((grid) => grid.gender === gender)).toHaveLength(8)
  }
})

test('every link of the home page leads to a category or subcategory that exists', () => {
  const known = ids(categories.flatMap((category) => [category, ...category.subcategories]))

  for (const { link } of [...sliders, ...catalogue.gridCategories, ...catalogue.offers]) {
    const found = pageAt(new URL(link, 'http://localhost'))
    expect(found?.page).toBe('collections')
    const { category, subcategory } = found?.params ?? {}
    const named = category ?? subcategory
    if (named) expect(known).toContain(named)
  }
})

test('every offer on the home page is a coupon that exists', () => {
  const codes = catalogue.coupons.map(({ code }) => code)

  expect(catalogue.offers).toHaveLength(3)
  for (const { code } of catalogue.offers) expect(codes).toContain(code)
})

test('the coupon for the trial charge covers exactly that, for Try & Buy only', () => {
  const charge = catalogue.terms.find(({ purchaseType }) => purchaseType === 'Try and Buy')
  const coupon = catalogue.coupons.find(({ code }) => code === 'TRYFREE')

  expect(coupon).toMatchObject({ purchaseType: 'Try and Buy', amountPaise: charge?.chargePaise })
})

test('HTML of terms and coupons uses a few tags only', () => {
  const html = [
    ...catalogue.terms.map(({ conditions }) => conditions),
    ...catalogue.coupons.map(({ tagline }) => tagline),
  ].join('')

  const tags = new Set([...html.matchAll(/<\/?([a-z]+)[^>]*>/g)].map(([, tag]) => tag))
  expect([...tags].sort()).toEqual(['li', 'p', 'strong', 'ul'])
})

test('Indore has Try & Buy, and at least five other cities have delivery', () => {
  const { warehouses } = catalogue

  expect(warehouses.filter(({ hasTryAndBuy }) => hasTryAndBuy).map(({ city }) => city)).toEqual([
    'Indore',
  ])
  expect(warehouses.length).toBeGreaterThanOrEqual(6)
})

test('delivery agents have Indian mobile numbers and a warehouse each', () => {
  for (const { contactNumber, warehouseId } of catalogue.agents) {
    expect(contactNumber).toMatch(/^[6-9]\d{9}$/)
    expect(ids(catalogue.warehouses)).toContain(warehouseId)
  }
})

test('the headlines of coupons are plain text', () => {
  for (const { headline } of demoCoupons) expect(headline).not.toMatch(/&\w+;|</)
})
