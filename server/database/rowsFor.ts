import { getTableColumns, is, type Placeholder, SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * New rows for a table as one value, whatever their number: a statement with them in it is always
 * the same one. `asValue` writes them down as JSON, with the table's own defaults; a moment has to
 * be said. `insert` is the beginning of a statement that puts them in, to which conditions may be
 * added. It names the columns: one that a newer process has added keeps its own default.
 */
export function rowsFor<Table extends PgTable>(table: Table) {
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
