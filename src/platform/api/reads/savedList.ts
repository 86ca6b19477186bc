import * as v from 'valibot'

import { readOf } from '#contract/api/reads.ts'
import { Product } from '#contract/catalogue/product.ts'
import type { ListQuery } from '#contract/catalogue/listing.ts'
import { colourOf, colourOfWord } from '#contract/search/attributes.ts'
import { parseSearch } from '#contract/search/parseSearch.ts'
import { singular, stopWords, synonyms, wordsOfText } from '#contract/search/words.ts'

/** Filters by what a product in a list does not say, and later pages. */
const knownToStore = [
  ...(['fabric', 'occasion', 'origin', 'isNew', 'isBack', 'sold', 'trending', 'cursor'] as const),
]

/** What only a product's own page has. */
const SavedProduct = v.object({
  ...Product.entries,
  gender: v.optional(v.array(v.string())),
  colour: v.optional(v.string()),
})
type SavedProduct = v.InferOutput<typeof SavedProduct>

/** The caches of the service worker with products (`sw/responses/apiCache.ts`). */
const cacheNames = ['products', 'lists']
const storedAtHeader = 'x-sw-stored-at'

const Categories = v.object({
  result: v.object({
    data: v.array(v.object({ _id: v.string(), gender: v.array(v.object({ name: v.string() })) })),
  }),
})

/** `at`: when it was stored, in ms since 1970. */
type Saved = { product: SavedProduct; at: number }

/**
 * A list or a search made on the device from every product that the service worker has stored, with the store's own
 * understanding of words, prices, sizes, colours and genders. Undefined if nothing is stored, or if only the store knows
 * what belongs to the list.
 */
export async function readSavedList(path: string) {
  const saved = await readSavedProducts()
  const query = Object.fromEntries(new URL(path, location.origin).searchParams) as ListQuery
  if (saved.length === 0 || knownToStore.some((name) => query[name])) return undefined
  const isShown = isWanted(query)
  const shown = saved.filter(({ product }) => isShown(product))
  const data = sorted(
    shown.map(({ product }) => product),
    query,
  )
  /** When the oldest of them was stored, in ms since 1970. */
  const savedAt = Math.min(...(shown.length > 0 ? shown : saved).map(({ at }) => at))
  return { savedAt, result: { data, total: data.length, nextCursor: null, isSaved: true } }
}

/** The newest version of each. */
async function readSavedProducts(): Promise<Saved[]> {
  const byId = new Map<string, Saved>()
  const genders = await readGenders()
  for (const response of await storedResponses()) {
    const at = Number(response.headers.get(storedAtHeader))
    const { result } = (await response.json()) as { result?: unknown }
    for (const product of productsIn(result)) {
      const existing = byId.get(product._id)
      if (existing && existing.at > at) continue
      const gender = product.gender ?? existing?.product.gender ?? genders.get(product.category._id)
      byId.set(product._id, { at, product: { ...product, ...(gender && { gender }) } })
    }
  }
  return [...byId.values()]
}

async function storedResponses(): Promise<Response[]> {
  const opened = await Promise.all(cacheNames.map((name) => caches.open(name)))
  const responses = await Promise.all(
    opened.map(async (cache) =>
      Promise.all((await cache.keys()).map((request) => cache.match(request))),
    ),
  )
  return responses
    .flat()
    .filter((response) => response !== undefined)
    .filter(({ headers }) => headers.has(storedAtHeader))
}

function productsIn(result: unknown): SavedProduct[] {
  const { data } = { ...(result as { data?: unknown }) }
  const candidates: unknown[] = Array.isArray(data) ? data : [result]
  return candidates.flatMap((candidate) => {
    const { success, output } = v.safeParse(SavedProduct, candidate)
    return success ? [output] : []
  })
}

/** The genders of each category: a product in a list does not say its own. */
async function readGenders(): Promise<Map<string, string[]>> {
  const [, path] = readOf('readCategories')
  const stored = await (await caches.open('lists')).match(`/api/${path}`)
  const { success, output } = v.safeParse(Categories, await stored?.json())
  if (!success) return new Map()
  return new Map(output.result.data.map(({ _id, gender }) => [_id, gender.map(({ name }) => name)]))
}

type Test = (product: SavedProduct) => boolean

/** Whether a product belongs to a list: its filters, and every word of its search. */
function isWanted(query: ListQuery): Test {
  const tests = [...filterTests(query), ...searchTests(query.search ?? '')]
  return (product) => tests.every((test) => test(product))
}

const listed = (text: string | undefined) => text?.split(',')

function filterTests(query: ListQuery): Test[] {
  const { category, subcategory, gender, priceMin, priceMax, discount, rating } = query
  const [brands, sizes, colours] = [query.brand, query.size, query.colour].map(listed)
  const tests: (Test | undefined)[] = [
    category ? (product) => product.category._id === category : undefined,
    subcategory
      ? (product) => product.subcategory.some(({ _id }) => _id === subcategory)
      : undefined,
    brands && ((product) => brands.includes(product.brand._id)),
    gender ? isFor(gender) : undefined,
    sizes && ((product) => sizes.some((size) => hasSize(product, size))),
    colours && ((product) => colours.includes(colourNameOf(product) ?? '')),
    priceMin ? (product) => product.discountedPrice >= Number(priceMin) : undefined,
    priceMax ? (product) => product.discountedPrice <= Number(priceMax) : undefined,
    discount ? (product) => product.discountPercentage >= Number(discount) : undefined,
    rating ? (product) => (product.rating?.average ?? 0) >= Number(rating) : undefined,
    query.inStock === 'true'
      ? (product) => Object.values(product.stock).some((count) => count > 0)
      : undefined,
  ]
  return tests.filter((test) => test !== undefined)
}

function searchTests(search: string): Test[] {
  const { words, price, discount, sizes } = parseSearch(search)
  const min = price?.value.min ?? 0
  const max = price?.value.max ?? Infinity
  const texts = words.map(({ text }) => text)
  const content = texts.filter((word) => !stopWords.has(word))
  return [
    ...(content.length > 0 ? content : texts).map(hasWord),
    ...sizes.map(
      ({ value }): Test =>
        (product) =>
          hasSize(product, value),
    ),
    ({ discountedPrice }) => discountedPrice >= min && discountedPrice <= max,
    ({ discountPercentage }) => discountPercentage >= (discount?.value ?? 0),
  ]
}

/** A gender, a colour, or a word of the product's name, brand or kind, or its beginning. */
function hasWord(typed: string): Test {
  const word = synonyms.get(typed) ?? synonyms.get(singular(typed)) ?? typed
  if (word === 'men' || word === 'women') return isFor(word)
  const colour = colourOfWord(word)
  return (product) =>
    (colour !== undefined && colourNameOf(product) === colour) ||
    textWordsOf(product).some(
      (name) => name === word || singular(name) === singular(word) || name.startsWith(typed),
    )
}

const isFor =
  (gender: string): Test =>
  (product) =>
    product.gender === undefined || product.gender.includes(gender.toUpperCase())

const hasSize = ({ stock }: SavedProduct, size: string) => (stock[size] ?? 0) > 0

const colourNameOf = ({ colour, name }: SavedProduct) => colourOf(colour ?? name)

function textWordsOf({ name, brand, category, subcategory }: SavedProduct): string[] {
  const kinds = subcategory.map((kind) => kind.name).join(' ')
  const words = wordsOfText(`${name} ${brand.name} ${category.name} ${kinds}`)
  return words.map((word) => synonyms.get(word) ?? word).concat(words)
}

/** In the order in which they were stored, unless the list has another. */
function sorted(products: SavedProduct[], { sortBy, sortOrder }: ListQuery): SavedProduct[] {
  const direction = sortOrder === 'desc' ? -1 : 1
  const keys: Partial<Record<NonNullable<ListQuery['sortBy']>, (product: Product) => number>> = {
    discountedPrice: ({ discountedPrice }) => direction * discountedPrice,
    discount: ({ discountPercentage }) => -discountPercentage,
    rating: ({ rating }) => -(rating?.average ?? 0),
  }
  const keyOf = sortBy && keys[sortBy]
  return keyOf ? products.toSorted((a, b) => keyOf(a) - keyOf(b)) : products
}
