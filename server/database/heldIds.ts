import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

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
export function heldIds(table: PgTable, found: Found): SQL {
  return sql`any(array(${found.for('update', { of: table, skipLocked: true })}))`
}
