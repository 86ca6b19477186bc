import { and, asc, eq, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'

import type { Database } from '#server/database/client/connect.ts'
import { clock } from './clock.ts'

/** A table whose rows are work for any process. `tries`, if it has one, counts how often a row was claimed. */
type QueueTable = PgTable & { id: PgColumn; tries?: PgColumn }

type Claim<Table extends QueueTable> = {
  /** When a row is due; the longest due is claimed first. */
  dueAt: PgColumn
  /** Which due rows still wait. */
  where: SQL | undefined
  limit: number
  /** What keeps other processes from claiming the row, until a time at which it is due again. */
  lease: PgUpdateSetSource<Table>
}

/**
 * Claims due rows for this process and counts the attempt. Rows that another transaction has locked are
 * skipped, so concurrent workers neither wait nor deadlock, whatever the order of the rows. If the process is
 * killed, the lease ends and another one claims them, so work that must happen once needs a key of its own.
 */
export function claimDueRows<Table extends QueueTable>(
  db: Database,
  table: Table,
  { dueAt, where, limit, lease }: Claim<Table>,
) {
  const due = db
    .select({ id: table.id })
    .from(table as QueueTable)
    .where(and(lte(dueAt, clock.now()), where))
    .orderBy(asc(dueAt))
    .limit(limit)
    .for('update', { of: table, skipLocked: true })
  const attempt = table.tries && { tries: sql`${table.tries} + 1` }
  return db
    .update(table)
    .set({ ...lease, ...attempt })
    .where(eq(table.id, runOnce(due)))
    .returning()
}

/**
 * The right side of `id = …`. A plain subquery may run again for each row and lock more rows than its limit; an
 * array runs once. PostgreSQL 16, SELECT: "The Locking Clause".
 */
const runOnce = (query: SQLWrapper): SQL => sql`any(array(${query}))`

type BackOff = { firstMs: number; maxMs: number }

/** A time from now that doubles its distance with each of the tries before, up to a maximum. */
export function backOff(triesBefore: PgColumn | SQL, { firstMs, maxMs }: BackOff): SQL<Date> {
  // The exponent is limited, because an interval has a maximum.
  const pauseMs = sql`least(${maxMs}, ${firstMs} * power(2, least(${triesBefore}, 20)))`
  return sql`${clock.now().toISOString()}::timestamptz + ${pauseMs} * interval '1 millisecond'`
}
