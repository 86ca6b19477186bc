import { type SQL, sql } from 'drizzle-orm'

import type { Lexemes } from './searchLexemes.ts'

/** A T-shirt's name is looked for whole, however it is written: it is no shirt. */
export const isTShirt = (word: string) => word.startsWith('tshirt')

/** How a word may stand in a product: as the beginning of one. Weight A is in its name. */
function formsOf(word: string, weight: '' | 'A' = ''): string {
  const forms = isTShirt(word) ? [word, `'t-shirt'`] : [word]
  return `(${forms.map((form) => `${form}:*${weight}`).join(' | ')})`
}

const query = (text: string): SQL => sql`to_tsquery('english', ${text})`

/** The words as PostgreSQL looks for them: all of them. Products are ranked by it. */
export const tsQueryOf = (words: string[]): SQL =>
  query(words.map((word) => formsOf(word)).join(' & '))

/** The same products as `tsQueryOf`, found faster where the lexemes of the words are known. */
export const tsQueryOfAll = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` && `,
  )

/** At least one of the words. */
export const tsQueryOfAny = (words: string[], lexemes: Lexemes = {}): SQL =>
  sql.join(
    words.map((word) => tsQueryOfWord(word, lexemes)),
    sql` || `,
  )

function tsQueryOfWord(word: string, lexemes: Lexemes): SQL {
  const known = isTShirt(word) ? undefined : lexemes[word]
  return known ? sql`${known.map(quoted).join(' | ')}::tsquery` : query(formsOf(word))
}

/** What is called so. */
export const tsQueryOfName = (word: string): SQL => query(formsOf(word, 'A'))

/** A lexeme in the text form of a tsquery. */
const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
