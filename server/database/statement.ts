import { type Placeholder, sql } from 'drizzle-orm'

import type { Database } from './connect.ts'

type Written<Result> = {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Result> }
}
type Values<Word extends string> = Record<Word, unknown>

/**
 * A statement that is written once for each connection, planned once by it under `name`, and then
 * only filled in: of each of the `words` a place is left for the value. For what is asked all the
 * time: putting a statement together costs more than asking it.
 */
export function statement<Word extends string, Result>(
  name: string,
  words: readonly Word[],
  write: (db: Database, places: Record<Word, Placeholder>) => Written<Result>,
): (db: Database, values: Values<Word>) => Promise<Result> {
  const places = {} as Record<Word, Placeholder>
  for (const word of words) places[word] = sql.placeholder(word)
  const written = new WeakMap<Database, ReturnType<Written<Result>['prepare']>>()
  return (db, values) => {
    const known = written.get(db) ?? write(db, places).prepare(name)
    written.set(db, known)
    return known.execute(values)
  }
}
