import { desc, sql } from 'drizzle-orm'

import type { Product } from '#contract/catalogue/product.ts'
import { rules } from '#contract/rules.ts'
import { isOnSale, productOf, readProducts, selectProducts } from '#server/commerce/products.ts'
import { correctQuery } from '#server/commerce/search/queryCorrection.ts'
import { readBestMatches, queryConditions } from '#server/commerce/search/searchConditions.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'
import type { SuggestionIndex } from './suggestionIndex.ts'

export type SearchDeps = {
  /** Left out, the database looks for every suggestion. */
  suggestions?: SuggestionIndex
}

const most = rules.search.suggestions
/** A few more than shown: one of them may just have been sold out or taken off. */
const first = most + 2
const atMost = 4 * first

export function searchHandlers({ suggestions }: SearchDeps): Handlers {
  let readTogether: ReadTogether | undefined
  return {
    suggestProducts: async ({ db, query: { search } }) => {
      readTogether ??= readSuggestedProducts(db)
      const remembered = suggestions && (await suggestFromIndex(suggestions, readTogether, search))
      const data = remembered ?? (await suggestProducts(db, search))
      return ok({ result: { data } })
    },
  }
}

type ReadTogether = ReturnType<typeof readSuggestedProducts>

/** Looks further once where too many have been sold out since they were remembered. */
async function suggestFromIndex(suggestions: SuggestionIndex, read: ReadTogether, search: string) {
  const ids = suggestions.find(search, first)
  if (!ids) return undefined
  const found = await read(ids)
  const isEnough = ids.length < first || found.filter(hasStock).length >= most
  const further = isEnough ? undefined : suggestions.find(search, atMost)
  return inStockFirst(further ? await read(further) : found).slice(0, most)
}

const hasStock = ({ stock }: Product) => Object.values(stock).some((pieces) => pieces > 0)

const inStockFirst = (found: Product[]) =>
  [true, false].flatMap((wanted) => found.filter((product) => hasStock(product) === wanted))

/** The few products that a half-typed search most likely means; what is in stock first. */
async function suggestProducts(db: Database, search: string): Promise<Product[]> {
  const said = await correctQuery(db, search)
  if (said.words.length === 0) return []
  const best = readBestMatches({
    searchQuery: said,
    conditions: [isOnSale, ...queryConditions(said)],
    limit: most,
  })
  const rows = await selectProducts(db)
    .innerJoin(best, sql`best.id = ${products.id}`)
    .orderBy(desc(products.isInStock), sql`best.rank desc`, products.id)
  return rows.map(productOf)
}

type Found = Map<string, Product>

/**
 * Products by id, for many who ask at the same time: while the database answers some, the next ones
 * gather and then go together. Not for within a transaction.
 */
function readSuggestedProducts(db: Database) {
  let gathered = new Set<string>()
  let next: Promise<Found> | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function send(): Promise<Found> {
    await running
    const ids = [...gathered]
    gathered = new Set()
    next = undefined
    const found = readProducts(db, ids)
    running = found.catch(() => {})
    return found
  }

  return async (ids: string[]): Promise<Product[]> => {
    if (ids.length === 0) return []
    for (const id of ids) gathered.add(id)
    next ??= send()
    const found = await next
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}
