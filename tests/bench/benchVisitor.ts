import { sql } from 'drizzle-orm'

import { brands, products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isOnSale } from '#server/commerce/products.ts'
import { wordsOfText } from '#server/commerce/search/words.ts'

/** Random requests of visitors, never the same twice in a row, so that no shared cache helps. */
type BenchVisitor = Record<
  'list' | 'filtered' | 'searched' | 'product' | 'suggest' | 'page',
  () => string
>

const many = 5000

/**
 * Requests with the catalogue's real values, from random numbers that are the same in every run.
 */
export async function benchVisitor(db: Database): Promise<BenchVisitor> {
  const chance = randomFrom(20_261)
  const pick = <One>(all: One[]): One => all[Math.floor(chance() * all.length)] as One
  const shown = await db
    .select({ id: products.id, name: products.name, category: products.categoryId })
    .from(products)
    .where(isOnSale)
    .orderBy(sql`md5(${products.id})`)
    .limit(many)
  const makers = (await db.select({ id: brands.id }).from(brands)).map(({ id }) => id)
  const vocabulary = [...new Set(shown.flatMap(({ name }) => wordsOfText(name)))]
  const categories = [...new Set(shown.map(({ category }) => category))].slice(0, 20)

  const lists = categories.flatMap((category) =>
    ['', '&sortBy=discountedPrice&sortOrder=asc'].map((order) => `category=${category}${order}`),
  )
  const prices = () => {
    const lowest = Math.floor(chance() * 2000)
    return `priceMin=${lowest}&priceMax=${lowest + 300 + Math.floor(chance() * 4000)}`
  }
  const narrowed = () =>
    pick([
      () => `category=${pick(categories)}&${prices()}`,
      () => `gender=${pick(['men', 'women'])}&brand=${pick(makers)},${pick(makers)}&${prices()}`,
      () => `size=${pick(['S', 'M', 'L,XL'])}&inStock=true&${prices()}`,
    ])() +
    pick(['', '&sortBy=discountedPrice&sortOrder=asc', '&sortBy=discountedPrice&sortOrder=desc'])
  const term = () => typed(chance, pick, { name: pick(shown).name, word: pick(vocabulary) })

  return {
    list: () => `/api/products/list?${pick(lists)}`,
    filtered: () => `/api/products/list?${narrowed()}`,
    searched: () => `/api/products/list?search=${encodeURIComponent(term())}`,
    product: () => `/api/products/${pick(shown).id}`,
    suggest: () => `/api/products/elastic-search?search=${encodeURIComponent(term())}`,
    page: () => `/collections?${inAddress(narrowed())}`,
  }
}

/** The same filters as the query of a page's URL. */
const inAddress = (query: string) =>
  query
    .replace('priceMin', 'min')
    .replace('priceMax', 'max')
    .replace('brand=', 'brands=')
    .replace('sortBy=discountedPrice&sortOrder', 'sort')

type Pick = <One>(all: One[]) => One

/** As people type: the beginning of a word, one or two words of a name, and sometimes a typo. */
function typed(chance: () => number, pick: Pick, { name, word }: { name: string; word: string }) {
  const words = name.split(/\s+/).filter((part) => /^[a-z]{3,}$/i.test(part))
  const one = pick(words.length > 0 ? words : [word])
  return pick([
    () => word.slice(0, 2 + Math.floor(chance() * word.length)),
    () => one.slice(0, 3 + Math.floor(chance() * one.length)),
    () => `${one} ${pick(words.length > 0 ? words : [word]).slice(0, 4)}`,
    () => one,
    () => misspell(word, Math.floor(chance() * (word.length - 1))),
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
