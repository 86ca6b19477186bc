import { and, type SQL, sql } from 'drizzle-orm'

import { products } from './schema/catalogue.ts'
import { hasWords } from './saidConditions.ts'
import type { Said } from './saidIn.ts'
import { isTShirt, tsQueryOf } from './tsQueryOf.ts'

/**
 * Ranking and counting stop here: beyond so many finds neither matters to anyone, and each one costs
 * a page of the table.
 */
export const mostRanked = 500

/** A T-shirt has the word too, but is not what a shirt is. */
const asOtherThing = 0.1

const rankOf = (words: string[]): SQL => {
  const fit = sql`ts_rank(${products.searchVector}, ${tsQueryOf(words)})`
  const isOfShirts = words.some((word) => /^shirts?$/.test(word)) && !words.some(isTShirt)
  if (!isOfShirts) return fit
  const other = sql`${products.searchVector} @@ ${tsQueryOf(['tshirt'])}`
  return sql`${fit} * case when ${other} then ${sql.raw(String(asOtherThing))} else 1 end`
}

type Page = { said: Said; conditions: SQL[]; offset?: number; limit: number }

/**
 * A page of the products that have all the words of a search and fulfil `conditions`, what is in stock first
 * and then by how well they fit, to be joined as `best`. Only the page's own rows are joined. Each row
 * has the number of finds as `matches`, at most one more than are ranked.
 */
export const bestMatches = ({ said, conditions, offset = 0, limit }: Page) => sql`(
  select id, rank, count(*) over ()::int as matches
  from (
    select ${products.id} as id, ${products.isInStock} as is_in_stock,
      ${rankOf(said.words)} as rank
    from ${products}
    where ${and(...hasWords(said), ...conditions)}
    limit ${sql.raw(String(mostRanked + 1))}
  ) found
  order by is_in_stock desc, rank desc, id
  offset ${offset} limit ${limit}
) best`
