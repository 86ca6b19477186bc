import { sql } from 'drizzle-orm'

import { brands, products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { wordsOfText } from '#contract/search/words.ts'

/** Random requests of visitors, never the same twice in a row, so that no shared cache helps. */
type BenchVisitor = Record<
  'list' | 'filtered' | 'searched' | 'product' | 'suggest' | 'page',
  () => string
>

const maxProducts = 5000

/**
 * Requests with the catalogue's real values, from random numbers that are the same in every run.
 */
export async function benchVisitor(db: Database): Promise<BenchVisitor> {
  const random = randomFrom(20_261)
  const pick = <Item>(all: Item[]): Item => all[Math.floor(random() * all.length)] as Item
  const sample = await db
    .select({ id: products.id, name: products.name, category: products.categoryId })
    .from(products)
    .where(isPublished)
    .orderBy(sql`md5(${products.id})`)
    .limit(maxProducts)
  const brandIds = (await db.select({ id: brands.id }).from(brands)).map(({ id }) => id)
  const vocabulary = [...new Set(sample.flatMap(({ name }) => wordsOfText(name)))]
  const categories = [...new Set(sample.map(({ category }) => category))].slice(0, 20)

  const lists = categories.flatMap((category) =>
    ['', '&sortBy=discountedPrice&sortOrder=asc'].map((order) => `category=${category}${order}`),
  )
  const prices = () => {
    const lowest = Math.floor(random() * 2000)
    return `priceMin=${lowest}&priceMax=${lowest + 300 + Math.floor(random() * 4000)}`
  }
  const randomFilters = () =>
    pick([
      () => `category=${pick(categories)}&${prices()}`,
      () =>
        `gender=${pick(['men', 'women'])}&brand=${pick(brandIds)},${pick(brandIds)}&${prices()}`,
      () => `size=${pick(['S', 'M', 'L,XL'])}&inStock=true&${prices()}`,
    ])() +
    pick(['', '&sortBy=discountedPrice&sortOrder=asc', '&sortBy=discountedPrice&sortOrder=desc'])
  const term = () => typeQuery(random, pick, { name: pick(sample).name, word: pick(vocabulary) })

  return {
    list: () => `/api/products/list?${pick(lists)}`,
    filtered: () => `/api/products/list?${randomFilters()}`,
    searched: () => `/api/products/list?search=${encodeURIComponent(term())}`,
    product: () => `/api/products/${pick(sample).id}`,
    suggest: () => `/api/products/elastic-search?search=${encodeURIComponent(term())}`,
    page: () => `/collections?${toPageQuery(randomFilters())}`,
  }
}

/** The same filters as the query of a page's URL. */
const toPageQuery = (query: string) =>
  query
    .replace('priceMin', 'min')
    .replace('priceMax', 'max')
    .replace('brand=', 'brands=')
    .replace('sortBy=discountedPrice&sortOrder', 'sort')

type Pick = <Item>(all: Item[]) => Item

/** As people type: the beginning of a word, one or two words of a name, and sometimes a typo. */
function typeQuery(
  random: () => number,
  pick: Pick,
  { name, word }: { name: string; word: string },
) {
  const words = name.split(/\s+/).filter((part) => /^[a-z]{3,}$/i.test(part))
  const firstWord = pick(words.length > 0 ? words : [word])
  return pick([
    () => word.slice(0, 2 + Math.floor(random() * word.length)),
    () => firstWord.slice(0, 3 + Math.floor(random() * firstWord.length)),
    () => `${firstWord} ${pick(words.length > 0 ? words : [word]).slice(0, 4)}`,
    () => firstWord,
    () => misspell(word, Math.floor(random() * (word.length - 1))),
  ])()
}

/** Swaps two letters. */
const misspell = (word: string, at: number) =>
  word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)

/** Random-looking numbers from 0 to 1, the same in every run (a Lehmer generator). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
