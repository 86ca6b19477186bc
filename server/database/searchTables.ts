import { index, integer, pgTable } from 'drizzle-orm/pg-core'

import { key } from './columns.ts'

/** Every word a product is found by, so that a mistyped one can be put right. */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    word: key().primaryKey(),
    uses: integer().notNull(),
  },
  (table) => [index('search_vocabulary_alike').using('gin', table.word.op('gin_trgm_ops'))],
)
