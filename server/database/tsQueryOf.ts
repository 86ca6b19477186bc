import { type SQL, sql } from 'drizzle-orm'

/** A T-shirt's name is looked for whole, however it is written: it is no shirt. */
export const isTShirt = (word: string) => word.startsWith('tshirt')

/** How a word may stand in a product: as the beginning of one. Weight A is in its name. */
function formsOf(word: string, weight: '' | 'A' = ''): string {
  const forms = isTShirt(word) ? [word, `'t-shirt'`] : [word]
  return `(${forms.map((form) => `${form}:*${weight}`).join(' | ')})`
}

const query = (text: string): SQL => sql`to_tsquery('english', ${text})`

/** The words as PostgreSQL looks for them: all of them. */
export const tsQueryOf = (words: string[]): SQL =>
  query(words.map((word) => formsOf(word)).join(' & '))

/** At least one of them. */
export const tsQueryOfAny = (words: string[]): SQL =>
  query(words.map((word) => formsOf(word)).join(' | '))

/** What is called so. */
export const tsQueryOfName = (word: string): SQL => query(formsOf(word, 'A'))
