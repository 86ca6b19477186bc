import type { SuggestedTerm } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { hasStock } from '#contract/catalogue/stock.ts'
import * as rules from '#contract/rules.ts'
import { readProducts, type ReadProducts } from '#server/commerce/catalogue/products.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
} from '#server/commerce/search/index/catalogueSnapshot.ts'
import { catalogueIn, shownWarehouse } from '#server/commerce/search/index/warehouseCatalogue.ts'
import { searchCatalogue } from '#server/commerce/search/searchCatalogue.ts'
import { suggestTerms } from '#server/commerce/search/query/suggestTerms.ts'
import { readTrendingSearches } from '#server/commerce/search/trendingSearches.ts'
import { wordsOfText } from '#contract/search/words.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'

export type SearchDeps = {
  /** The catalogue in memory; without it, every request reads the catalogue anew. */
  index?: CatalogueIndex
  /** Product cache; without it products are read from the database. */
  readCachedProducts?: ReadProducts
}

const maxSuggestions = rules.search.suggestions
/** More than shown, because products may have sold out since the index was built. */
const candidateCount = 4 * maxSuggestions

export function searchHandlers({ index, readCachedProducts = readProducts }: SearchDeps) {
  return {
    readTrendingSearches: async ({ db }) =>
      ok({ result: { data: await readTrendingSearches(db, await snapshotOf(db, index)) } }),
    suggestProducts: async ({ db, query: { search, warehouse } }) => {
      const snapshot = catalogueIn(await snapshotOf(db, index), warehouse)
      const { ids, terms } = suggestionsFor(snapshot, search)
      const read = await readCachedProducts(db, ids, shownWarehouse(snapshot, warehouse))
      const data = inStockFirst(ids.flatMap((id) => read.get(id) ?? [])).slice(0, maxSuggestions)
      return ok({ result: { data, terms } })
    },
  } satisfies FeatureHandlers
}

type Suggestions = { ids: string[]; terms: SuggestedTerm[] }

/** Shoppers type the same prefixes, and short ones match the most products. */
const cachedSuggestions = cachePerSnapshot<Suggestions>('suggestions', () => 200)

const suggestionsFor = (snapshot: CatalogueSnapshot, search: string): Suggestions =>
  cachedSuggestions(snapshot, search, () => {
    if (wordsOfText(search).length === 0) return { ids: [], terms: [] }
    const ranked = searchCatalogue(snapshot, search).ranked()
    return {
      ids: [...ranked.subarray(0, candidateCount)].map((at) => snapshot.ids[at] as string),
      terms: suggestTerms(snapshot, search),
    }
  })

const inStockFirst = (products: Product[]) =>
  [true, false].flatMap((isInStock) =>
    products.filter((product) => hasStock(product) === isInStock),
  )
