import { sql } from 'drizzle-orm'

import { brands, products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { wordsOfText } from '#contract/search/words.ts'
import { benchVisitor, randomFrom } from './benchVisitor.ts'

/**
 * Every call that reads the catalogue, and the pages, with each filter and order. Consecutive
 * requests differ where the catalogue allows it: prices vary, so no cached response is used.
 */
export async function scaleVisitor(db: Database): Promise<Record<string, () => string>> {
  const random = randomFrom(20_262)
  const pick = <Item>(all: Item[]): Item => all[Math.floor(random() * all.length)] as Item
  const sample = await db
    .select()
    .from(products)
    .where(isPublished)
    .orderBy(sql`md5(${products.id})`)
    .limit(2000)
  const brandIds = (await db.select({ id: brands.id }).from(brands)).map(({ id }) => id)
  const common = mostCommonWords(sample.flatMap(({ name }) => wordsOfText(name)))
  const { searched, suggest } = await benchVisitor(db)

  const minPrice = () => `priceMin=${(100 + random() * 400).toFixed(2)}`
  const list = (query: () => string) => () => `/api/products/list?${query()}&${minPrice()}`
  const category = () => `category=${pick(sample).categoryId}`
  const id = () => pick(sample).id
  const word = () => pick(common)
  const words = () => encodeURIComponent(`${word()} ${word()}`)

  return {
    recommended: list(() => 'inStock=true'),
    newest: list(() => 'sortBy=newest&inStock=true'),
    'gender-price-up': list(() => 'gender=women&sortBy=discountedPrice&sortOrder=asc'),
    'gender-price-down': list(() => 'gender=men&sortBy=discountedPrice&sortOrder=desc'),
    category: list(category),
    'category-price-up': list(() => `${category()}&sortBy=discountedPrice&sortOrder=asc`),
    subcategory: list(() => `subcategory=${pick(sample).subcategoryIds[0] ?? ''}`),
    brand: list(() => `brand=${pick(brandIds)},${pick(brandIds)}`),
    size: list(() => `size=${pick(['XS', 'M', 'XXL'])}&gender=women`),
    'category-size-price': () =>
      `/api/products/list?${category()}&size=${pick(['S', 'XL'])}&${minPrice()}&priceMax=${800 + Math.floor(random() * 900)}`,
    origin: list(() => 'origin=Bangladesh'),
    'search-common': list(() => `search=${word()}`),
    'search-two': list(() => `search=${words()}`),
    'search-by-price': list(() => `search=${word()}&sortBy=discountedPrice&sortOrder=asc`),
    'search-typed': searched,
    'search-closest': list(() => `search=${words()}%20under%20150`),
    suggest,
    'filters-brands': () => `/api/products/get-filters?brand=${pick(brandIds)},${pick(brandIds)}`,
    'filters-category': () => `/api/products/get-filters?${category()}&brand=${pick(brandIds)}`,
    'filters-gender': () => `/api/products/get-filters?gender=${pick(['men', 'women'])}`,
    'filters-search': () => `/api/products/get-filters?search=${words()}&brand=${pick(brandIds)}`,
    product: () => `/api/products/${id()}`,
    similar: () => `/api/products/pair-it-with/${id()}`,
    reviews: () => `/api/products/${id()}/reviews`,
    categories: () => `/api/categories/list?turn=${random()}`,
    brands: () => `/api/brands?turn=${random()}`,
    'page-home': () => '/',
    'page-list': () => `/collections?${category()}&min=${Math.floor(random() * 900)}`,
    'page-product': () => `/products/${id()}`,
    'page-search': () => `/search?q=${words()}`,
  }
}

function mostCommonWords(words: string[]): string[] {
  const uses = new Map<string, number>()
  for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort((left, right) => right[1] - left[1])
    .slice(0, 20)
    .map(([word]) => word)
}
