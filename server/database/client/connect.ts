import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

/** The database, or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export type Connection = { db: Database; close: () => Promise<void> }

/**
 * Each kind of work has its own connection pool, so that none can exhaust another's: `orders` for writes and
 * for reads that orders need, `reads` for public reads, `background` for jobs. `connectionTimeoutMillis` is
 * how long a request waits for a connection before it gets 503; `statement_timeout` cancels a stuck query
 * before it exhausts the pool.
 */
const postgresLimits = {
  orders: { max: 8, connectionTimeoutMillis: 10_000, statement_timeout: 15_000 },
  reads: { max: 8, connectionTimeoutMillis: 500, statement_timeout: 5_000 },
  // Two, so that the catalogue in memory does not wait for a long job.
  background: { max: 2, connectionTimeoutMillis: 60_000, statement_timeout: 120_000 },
} satisfies Record<string, PoolConfig>
type PoolPurpose = keyof typeof postgresLimits

const commonLimits: PoolConfig = {
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** The embedded database runs one query at a time, so more connections would only wait. */
const embeddedLimits: PoolConfig = { max: 4, connectionTimeoutMillis: 60_000 }

/** `url` is that of a PostgreSQL server, or of the Unix socket on which the embedded database listens. */
export function connect(url: string): Database {
  return openConnection(url).db
}

type ConnectionOptions = {
  /**
   * Whether a query without a response fails after a while. If the server's network is down, TCP itself
   * reports a broken connection only after about 15 minutes. Not for commands that raise `statement_timeout`,
   * such as migrations.
   */
  hasQueryTimeout?: boolean
}

/** The server has cancelled the statement by then, if it is reachable. */
const queryTimeoutMarginMs = 5_000

/** Opens a connection pool with the limits of its purpose. */
export function openConnection(
  url: string,
  purpose: PoolPurpose = 'orders',
  { hasQueryTimeout = false }: ConnectionOptions = {},
): Connection {
  const { statement_timeout } = postgresLimits[purpose]
  const queryLimit = { query_timeout: statement_timeout + queryTimeoutMarginMs }
  const limits = url.startsWith('socket:')
    ? embeddedLimits
    : { ...commonLimits, ...postgresLimits[purpose], ...(hasQueryTimeout && queryLimit) }
  const pool = new Pool({ connectionString: url, ...limits })
  // The pool replaces broken connections. An `error` event without a listener would end the process; the
  // pool emits it for idle connections only, so connections in use need a listener too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool, { casing: 'snake_case' })
  db.transaction = createTransactions(pool)
  return { db, close: () => pool.end() }
}

/** The connection URL of the embedded database whose socket is in `folder`. */
export const embeddedUrl = (folder: string) =>
  `socket:${encodeURI(folder)}?db=postgres&user=postgres`

type Work<Result> = (tx: Database) => Promise<Result>

/**
 * Replaces drizzle's transactions. Each connection has one database object, so that its prepared statements
 * are built once; drizzle creates a new object per transaction. Drizzle also never releases a connection that
 * breaks during `begin`.
 */
function createTransactions(pool: Pool): Database['transaction'] {
  const databaseByClient = new WeakMap<PoolClient, Database>()
  return async (work) => {
    const client = await pool.connect()
    const db = databaseByClient.get(client) ?? databaseOn(client)
    databaseByClient.set(client, db)
    let isReusable = false
    try {
      const result = await runTransaction(client, work as Work<never>, { db, ...outerCommands })
      isReusable = true
      return result
    } catch (error) {
      isReusable =
        !isQueryTimeout(error) &&
        (await client.query('rollback').then(
          () => true,
          () => false,
        ))
      throw error
    } finally {
      client.release(!isReusable)
    }
  }
}

/** The driver's error of `query_timeout`, which has no code. */
export const queryTimeoutMessage = 'Query read timeout'

/** The connection still waits for that query, so nothing else can be sent. */
const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === queryTimeoutMessage || isQueryTimeout(error.cause))

const outerCommands = { begin: 'begin', commit: 'commit' }

/** The database object of one connection. A nested transaction is a savepoint. */
function databaseOn(client: PoolClient): Database {
  const db = drizzle(client, { casing: 'snake_case' })
  let depth = 0
  db.transaction = async (work) => {
    const name = `inner_${++depth}`
    const commands = { begin: `savepoint ${name}`, commit: `release savepoint ${name}` }
    try {
      return await runTransaction(client, work as Work<never>, { db, ...commands })
    } catch (error) {
      // If this fails too, the outer transaction fails when it commits.
      await client.query(`rollback to savepoint ${name}`).catch(() => undefined)
      throw error
    } finally {
      depth--
    }
  }
  return db
}

type TransactionOptions = { db: Database; begin: string; commit: string }

async function runTransaction<Result>(
  client: PoolClient,
  work: Work<Result>,
  { db, begin, commit }: TransactionOptions,
): Promise<Result> {
  await client.query(begin)
  const result = await work(db)
  // If an error was caught inside the transaction, PostgreSQL responds to `commit` with ROLLBACK, without an error.
  const { command } = await client.query(commit)
  if (command === 'ROLLBACK') throw new Error('The transaction had already failed')
  return result
}
