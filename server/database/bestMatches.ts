import { sql } from 'drizzle-orm'

import { tsQueryOf } from './meantWords.ts'

/** Ranking looks at this many finds at most: beyond them the order no longer matters to anyone. */
const ranked = 1000

/** The products that have all the words, with how well they fit, to be joined as `best`. */
export const bestMatches = (words: string[]) => sql`(
  select id, ts_rank(search_vector, ${tsQueryOf(words)}) as rank
  from (
    select id, search_vector from products
    where is_published and search_vector @@ ${tsQueryOf(words)}
    limit ${sql.raw(String(ranked))}
  ) found
) best`
