import { and, type SQL, sql } from 'drizzle-orm'

import { products } from './catalogueTables.ts'
import { tsQueryOf } from './tsQueryOf.ts'

/** Ranking looks at this many finds at most: beyond them the order no longer matters to anyone. */
const ranked = 1000

type Page = { words: string[]; conditions: SQL[]; offset?: number; limit: number }

/**
 * A page of the products that have all the words and fulfil `conditions`, what is in stock first
 * and then by how well they fit, to be joined as `best`. Only the page's own rows are joined.
 */
export const bestMatches = ({ words, conditions, offset = 0, limit }: Page) => sql`(
  select id, rank
  from (
    select ${products.id} as id, ${products.isInStock} as is_in_stock,
      ts_rank(${products.searchVector}, ${tsQueryOf(words)}) as rank
    from ${products}
    where ${products.searchVector} @@ ${tsQueryOf(words)} and ${and(...conditions)}
    limit ${sql.raw(String(ranked))}
  ) found
  order by is_in_stock desc, rank desc, id
  offset ${offset} limit ${limit}
) best`
