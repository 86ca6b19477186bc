import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool, type PoolConfig } from 'pg'

import { GatheringSocket } from './gatheringSocket.ts'
import { transactionsOf } from './transactionsOf.ts'

/** The database, or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export type Connection = { db: Database; close: () => Promise<void> }

/**
 * Each kind of work has connections of its own to PostgreSQL, so that none can take those of another:
 * `orders` for everything that changes something and what is needed to order, `reads` for what anybody
 * may look at, `background` for work that nobody waits for. `connectionTimeoutMillis` is how long a
 * request waits for a connection before it gets 503; `statement_timeout` stops a stuck query before
 * it exhausts the pool.
 */
const toPostgres = {
  orders: { max: 8, connectionTimeoutMillis: 10_000, statement_timeout: 15_000 },
  reads: { max: 8, connectionTimeoutMillis: 500, statement_timeout: 5_000 },
  background: { max: 1, connectionTimeoutMillis: 60_000, statement_timeout: 120_000 },
} satisfies Record<string, PoolConfig>
export type Purpose = keyof typeof toPostgres

const always: PoolConfig = { lock_timeout: 4_000, idle_in_transaction_session_timeout: 30_000 }

/** The embedded database does one thing at a time: more connections only wait. */
const toEmbedded: PoolConfig = { max: 4, connectionTimeoutMillis: 60_000 }

/** `url` names a PostgreSQL, or the Unix socket on which the embedded one listens. */
export function connect(url: string): Database {
  return openConnection(url).db
}

/** The same, with a way to end it. */
export function openConnection(url: string, purpose: Purpose = 'orders'): Connection {
  const limits = url.startsWith('socket:') ? toEmbedded : { ...always, ...toPostgres[purpose] }
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
