import { type SQL, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { products, searchLexemes } from '#server/database/schema/catalogue.ts'

/** The lexemes that begin with each word of a search. Words with too many lexemes are left out. */
export type Lexemes = Record<string, string[]>

/** A word that begins more lexemes than this is searched for as a prefix. */
const maxLexemes = 20

/**
 * Reads which lexemes the words of a search stand for. The index reads every match of a prefix (30 ms
 * for two common words among 500,000 products), but skips through the matches of exact lexemes
 * (4 ms). A word is left out if none or many lexemes begin with it, or if it is not a single token
 * to the full-text parser.
 */
export async function readLexemes(db: Database, words: string[]): Promise<Lexemes> {
  if (words.length === 0) return {}
  const rows = await lexemesByWord(db, { words })
  const lexemes: Lexemes = {}
  for (const { word, found } of rows) {
    if (found.length > 0 && found.length <= maxLexemes) lexemes[word] = found
  }
  return lexemes
}

const lexemesByWord = preparedStatement('lexemes_by_word', ['words'], (db, { words }) => {
  const given = sql`(
    select word, tsvector_to_array(to_tsvector('english', word)) as stems
    from unnest(${words}::text[]) as word
  ) given`
  const { lexeme } = searchLexemes
  return db
    .select({
      word: sql<string>`given.word`,
      found: sql<string[]>`array(
        select ${lexeme} from ${searchLexemes}
        where ${lexeme} >= given.stems[1] and ${lexeme} < given.stems[1] || chr(1114111)
        limit ${sql.raw(String(maxLexemes + 1))})`,
    })
    .from(given)
    .where(sql`cardinality(given.stems) = 1`)
})

/** Rebuilds the lexemes from all products. */
export async function rebuildLexemes(tx: Database): Promise<void> {
  await tx.delete(searchLexemes)
  await addLexemes(tx, sql`true`)
}

/**
 * Adds the lexemes of the products with these codes. Lexemes that no product has any longer stay
 * until the next rebuild: they find nothing.
 */
export const addLexemesOf = (tx: Database, codes: string[]) =>
  addLexemes(tx, sql`code = any(${sql.param(codes)}::text[])`)

/** Rows are inserted in the order of their lexemes, so that two imports cannot deadlock. */
async function addLexemes(tx: Database, condition: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${searchLexemes} (lexeme)
    select distinct lexeme from ${products}, unnest(tsvector_to_array(search_vector)) as lexeme
    where ${condition} order by lexeme
    on conflict do nothing`)
}
