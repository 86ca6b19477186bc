import { getTableColumns, is, type Placeholder, SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * New rows for a table as one value, whatever their number: a statement with them in it is always
 * the same one. `asValue` writes them down as JSON, with the table's own defaults; a moment has to
 * be said. `from` reads them in the database, to be inserted without naming columns.
 */
export function rowsFor<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).map(([field, column]) => ({
    field: field as keyof Table['$inferInsert'],
    name: toSnakeCase(field),
    usual: () => (column.defaultFn?.() ?? column.default ?? null) as unknown,
  }))

  function asValue(rows: Table['$inferInsert'][]): string {
    const named = rows.map((row) =>
      Object.fromEntries(columns.map(({ field, name, usual }) => [name, row[field] ?? usual()])),
    )
    return JSON.stringify(named, (column, value: unknown) => {
      if (is(value, SQL)) throw new Error(`${column} has to be said`)
      return value
    })
  }

  const from = (value: Placeholder) =>
    sql`select * from jsonb_populate_recordset(null::${table}, ${value}::jsonb)`

  return { asValue, from }
}
