import { getTableColumns, is, type Placeholder, sql, SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Database } from './connect.ts'

type PreparableQuery<Result> = {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Result> }
}
type Values<Param extends string> = Record<Param, unknown>

/**
 * A prepared statement: built once per connection and planned by PostgreSQL under `name`. For frequent
 * queries, where building the SQL costs more than running it.
 */
export function preparedStatement<Param extends string, Result>(
  name: string,
  paramNames: readonly Param[],
  buildQuery: (db: Database, placeholders: Record<Param, Placeholder>) => PreparableQuery<Result>,
): (db: Database, values: Values<Param>) => Promise<Result> {
  const placeholders = {} as Record<Param, Placeholder>
  for (const param of paramNames) placeholders[param] = sql.placeholder(param)
  const preparedByConnection = new WeakMap<
    Database,
    ReturnType<PreparableQuery<Result>['prepare']>
  >()
  return (db, values) => {
    const statement = preparedByConnection.get(db) ?? buildQuery(db, placeholders).prepare(name)
    preparedByConnection.set(db, statement)
    return statement.execute(values)
  }
}

/**
 * Passes any number of new rows as one JSON parameter, so that one prepared statement inserts them all.
 * `serializeRows` serializes rows with the defaults of the table's schema; SQL defaults such as `now()` must be
 * given explicitly. `insert` is the insert statement, to which conditions may be appended. It names the
 * columns, so that a column added by a newer version keeps its database default.
 */
export function jsonRows<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).map(([field, column]) => ({
    field: field as keyof Table['$inferInsert'],
    name: toSnakeCase(field),
    defaultValue: () => (column.defaultFn?.() ?? column.default ?? null) as unknown,
  }))

  function serializeRows(rows: Table['$inferInsert'][]): string {
    const named = rows.map((row) =>
      Object.fromEntries(
        columns.map(({ field, name, defaultValue }) => [
          name,
          row[field] === undefined ? defaultValue() : row[field],
        ]),
      ),
    )
    return JSON.stringify(named, (column, value: unknown) => {
      if (is(value, SQL)) throw new Error(`${column} must be given`)
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

  return { serializeRows, insert }
}
