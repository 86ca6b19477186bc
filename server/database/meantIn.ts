import type { Database } from './client/connect.ts'
import { meantWords } from './meantWords.ts'
import { type Said, saidIn } from './saidIn.ts'
import { readLexemes } from './searchLexemes.ts'

/** What a search says, with the words that are probably meant. */
export async function meantIn(db: Database, search: string): Promise<Said> {
  const said = saidIn(search)
  const words = await meantWords(db, said.words)
  return { ...said, words, lexemes: await readLexemes(db, words) }
}
