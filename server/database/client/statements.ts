import { getTableColumns, is, type Placeholder, sql, SQL, type SQLWrapper } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Database } from './connect.ts'
import { sqlState } from './transaction.ts'

type Written<Result> = {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Result> }
}
type Values<Word extends string> = Record<Word, unknown>

/**
 * A statement that is written once for each connection, planned once by it under `name`, and then
 * only filled in: of each of the `words` a place is left for the value. For what is asked all the
 * time: putting a statement together costs more than asking it.
 */
export function preparedStatement<Word extends string, Result>(
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

/**
 * New rows for a table as one value, whatever their number: a statement with them in it is always
 * the same one. `asValue` writes them down as JSON, with the table's own defaults; a moment has to
 * be said. `insert` is the beginning of a statement that puts them in, to which conditions may be
 * added. It names the columns: one that a newer process has added keeps its own default.
 */
export function jsonRows<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).map(([field, column]) => ({
    field: field as keyof Table['$inferInsert'],
    name: toSnakeCase(field),
    usual: () => (column.defaultFn?.() ?? column.default ?? null) as unknown,
  }))

  function asValue(rows: Table['$inferInsert'][]): string {
    const named = rows.map((row) =>
      Object.fromEntries(
        columns.map(({ field, name, usual }) => [
          name,
          row[field] === undefined ? usual() : row[field],
        ]),
      ),
    )
    return JSON.stringify(named, (column, value: unknown) => {
      if (is(value, SQL)) throw new Error(`${column} has to be said`)
      return value
    })
  }

  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const insert = (value: Placeholder) => sql`
    insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${value}::jsonb)`

  return { asValue, insert }
}

/** PostgreSQL's word for what is asked after something else has failed. */
const afterFailure = '25P02'

/**
 * Questions to one connection that do not wait for each other: they go out at once and are answered
 * in their order. All are over when this is, also when one fails, since nothing may be asked of a
 * connection whose transaction has ended. The failure that made the others fail is the one told.
 */
export async function pipeline<Questions extends readonly Promise<unknown>[]>(
  questions: readonly [...Questions],
) {
  const settled = await Promise.allSettled(questions)
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const cause = reasons.find((reason) => sqlState(reason) !== afterFailure)
  if (cause) throw cause
  return Promise.all(questions)
}

type Found = SQLWrapper & {
  for: (strength: 'update', how: { of: PgTable; skipLocked: true }) => SQLWrapper
}

/**
 * The right side of `id = …`: of the table's rows found, those that no other process has in hand,
 * held until the statement is over. Nobody waits for anybody, so two that take at once never stop
 * each other, in whatever order PostgreSQL goes through the rows. As an array they are looked for
 * once; as a part of the statement they could be looked for again for each row, and more taken than
 * the limit. PostgreSQL 16, SELECT: "The Locking Clause".
 */
export function lockRowsSkipLocked(table: PgTable, found: Found): SQL {
  return sql`any(array(${found.for('update', { of: table, skipLocked: true })}))`
}
