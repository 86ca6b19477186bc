import { desc, sql } from 'drizzle-orm'

import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { isOnSale, productOf, readProducts, selectProducts } from '#server/commerce/products.ts'
import { correctQuery } from '#server/commerce/search/queryCorrection.ts'
import { readBestMatches, queryConditions } from '#server/commerce/search/searchConditions.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'
import type { SuggestionIndex } from './suggestionIndex.ts'

export type SearchDeps = {
  /** Without an index, the database answers every request. */
  suggestions?: SuggestionIndex
}

const maxSuggestions = rules.search.suggestions
/** Two more than shown, because a product may have sold out since the index was built. */
const initialLimit = maxSuggestions + 2
const extendedLimit = 4 * initialLimit

export function searchHandlers({ suggestions }: SearchDeps): Handlers {
  let readBatched: ReadBatched | undefined
  return {
    suggestProducts: async ({ db, query: { search } }) => {
      readBatched ??= readSuggestedProducts(db)
      const indexed = suggestions && (await suggestFromIndex(suggestions, readBatched, search))
      const data = indexed ?? (await suggestProducts(db, search))
      return ok({ result: { data } })
    },
  }
}

type ReadBatched = ReturnType<typeof readSuggestedProducts>

/**
 * Reads suggestions from the index, and searches once more if too many products have sold out since
 * it was built.
 */
async function suggestFromIndex(suggestions: SuggestionIndex, read: ReadBatched, search: string) {
  const ids = suggestions.find(search, initialLimit)
  if (!ids) return undefined
  const found = await read(ids)
  const hasEnough = ids.length < initialLimit || found.filter(hasStock).length >= maxSuggestions
  const moreIds = hasEnough ? undefined : suggestions.find(search, extendedLimit)
  return inStockFirst(moreIds ? await read(moreIds) : found).slice(0, maxSuggestions)
}

const hasStock = ({ stock }: Product) => Object.values(stock).some((quantity) => quantity > 0)

const inStockFirst = (found: Product[]) =>
  [true, false].flatMap((isInStock) => found.filter((product) => hasStock(product) === isInStock))

/** The products that best match an incomplete search, in-stock products first. */
async function suggestProducts(db: Database, search: string): Promise<Product[]> {
  const searchQuery = await correctQuery(db, search)
  if (searchQuery.words.length === 0) return []
  const best = readBestMatches({
    searchQuery,
    conditions: [isOnSale, ...queryConditions(searchQuery)],
    limit: maxSuggestions,
  })
  const rows = await selectProducts(db)
    .innerJoin(best, sql`best.id = ${products.id}`)
    .orderBy(desc(products.isInStock), sql`best.rank desc`, products.id)
  return rows.map(productOf)
}

type ProductsById = Map<string, Product>

/**
 * Reads products by id and batches concurrent requests: ids that arrive while a query runs go into
 * the next one. Must not be used in a transaction.
 */
function readSuggestedProducts(db: Database) {
  let pendingIds = new Set<string>()
  let next: Promise<ProductsById> | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function sendBatch(): Promise<ProductsById> {
    await running
    const ids = [...pendingIds]
    pendingIds = new Set()
    next = undefined
    const found = readProducts(db, ids)
    running = found.catch(() => {})
    return found
  }

  return async (ids: string[]): Promise<Product[]> => {
    if (ids.length === 0) return []
    for (const id of ids) pendingIds.add(id)
    next ??= sendBatch()
    const found = await next
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}
