import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool, type PoolConfig } from 'pg'

import { GatheringSocket } from './gatheringSocket.ts'
import { transactionsOf } from './transactionsOf.ts'

/** The database, or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export type Connection = { db: Database; close: () => Promise<void> }

/** What hangs is stopped there, before it holds up the shop. */
const toPostgres: PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 15_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** The embedded database does one thing at a time: more connections only wait. */
const toEmbedded: PoolConfig = { max: 4, connectionTimeoutMillis: 60_000 }

/** `url` names a PostgreSQL, or the Unix socket on which the embedded one listens. */
export function connect(url: string): Database {
  return openConnection(url).db
}

/** The same, with a way to end it. */
export function openConnection(url: string): Connection {
  const limits = url.startsWith('socket:') ? toEmbedded : toPostgres
  // What a transaction asks at once goes out at once: see `together`.
  const stream = () => new GatheringSocket()
  const pool = new Pool({ connectionString: url, pipeline: true, stream, ...limits })
  // A connection that breaks is replaced; unheard, its event would end the process. The pool hears it
  // of those that rest, and of those that are in use nobody does.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool, { casing: 'snake_case' })
  db.transaction = transactionsOf(pool)
  return { db, close: () => pool.end() }
}

/** How `connect` finds the embedded database whose socket stands in `folder`. */
export const embeddedUrl = (folder: string) =>
  `socket:${encodeURI(folder)}?db=postgres&user=postgres`
