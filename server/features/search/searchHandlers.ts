import type { Product } from '#contract/catalogue/product.ts'
import { hasStock } from '#contract/catalogue/stock.ts'
import * as rules from '#contract/rules.ts'
import { readProducts, type ReadProducts } from '#server/commerce/products.ts'
import {
  cachePerSnapshot,
  type CatalogueIndex,
  type CatalogueSnapshot,
  snapshotOf,
} from '#server/commerce/search/catalogueIndex.ts'
import { searchCatalogue } from '#server/commerce/search/searchCatalogue.ts'
import { suggestTerms } from '#server/commerce/search/suggestTerms.ts'
import { readTrendingSearches } from '#server/commerce/search/trendingSearches.ts'
import { wordsOfText } from '#server/commerce/search/words.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'

export type SearchDeps = {
  /** The catalogue in memory; without it, every request reads the catalogue anew. */
  index?: CatalogueIndex
  /** Product cache; without it products are read from the database. */
  readCachedProducts?: ReadProducts
}

const maxSuggestions = rules.search.suggestions
/** More than shown, because products may have sold out since the index was built. */
const candidateCount = 4 * maxSuggestions

export function searchHandlers({ index, readCachedProducts = readProducts }: SearchDeps): Handlers {
  return {
    readTrendingSearches: async ({ db }) =>
      ok({ result: { data: await readTrendingSearches(db, await snapshotOf(db, index)) } }),
    suggestProducts: async ({ db, query: { search } }) => {
      const snapshot = await snapshotOf(db, index)
      const ids = suggestedIds(snapshot, search)
      const read = await readCachedProducts(db, ids)
      const data = inStockFirst(ids.flatMap((id) => read.get(id) ?? [])).slice(0, maxSuggestions)
      return ok({ result: { data, terms: suggestTerms(snapshot, search) } })
    },
  }
}

/** Shoppers type the same prefixes, and short ones match the most products. */
const cachedIds = cachePerSnapshot<string[]>(5000)

const suggestedIds = (snapshot: CatalogueSnapshot, search: string): string[] =>
  cachedIds(snapshot, search.toLowerCase(), () => {
    if (wordsOfText(search).length === 0) return []
    const ranked = searchCatalogue(snapshot, search).ranked()
    return [...ranked.subarray(0, candidateCount)].map(
      (position) => snapshot.ids[position] as string,
    )
  })

const inStockFirst = (found: Product[]) =>
  [true, false].flatMap((isInStock) => found.filter((product) => hasStock(product) === isInStock))
