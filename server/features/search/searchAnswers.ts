import { desc, sql } from 'drizzle-orm'

import type { Product } from '#contract/product.ts'
import { rules } from '#contract/rules.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { bestMatches } from '#server/database/bestMatches.ts'
import { meantWords } from '#server/database/meantWords.ts'
import { isOnSale, productOf, selectProducts } from '#server/database/selectProducts.ts'
import { type Answers, ok } from '#server/platform/answers.ts'

export const searchAnswers: Answers = {
  suggestProducts: async ({ db, query }) =>
    ok({ result: { data: await suggestProducts(db, query.search) } }),
}

/** The few products that a half-typed search most likely means; what is in stock first. */
async function suggestProducts(db: Database, search: string): Promise<Product[]> {
  const words = await meantWords(db, search)
  if (words.length === 0) return []
  const best = bestMatches({ words, conditions: [isOnSale], limit: rules.search.suggestions })
  const rows = await selectProducts(db)
    .innerJoin(best, sql`best.id = ${products.id}`)
    .orderBy(desc(products.isInStock), sql`best.rank desc`, products.id)
  return rows.map(productOf)
}
