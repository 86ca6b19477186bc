import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Socket } from 'node:net'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

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
  const stream = () => new BatchingSocket()
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

type Work<Result> = (tx: Database) => Promise<Result>

/**
 * Transactions on the pool's connections. Every connection has one database object for all of them,
 * so that statements are written once for it; drizzle makes a new one each time. Its own would also
 * keep a connection for ever that breaks as the transaction begins.
 */
function transactionsOf(pool: Pool): Database['transaction'] {
  const onClient = new WeakMap<PoolClient, Database>()
  return async (work) => {
    const client = await pool.connect()
    const db = onClient.get(client) ?? databaseOn(client)
    onClient.set(client, db)
    let isSound = false
    try {
      const result = await within(client, work as Work<never>, { db, ...whole })
      isSound = true
      return result
    } catch (error) {
      isSound = await client.query('rollback').then(
        () => true,
        () => false,
      )
      throw error
    } finally {
      client.release(!isSound)
    }
  }
}

const whole = { begin: 'begin', commit: 'commit' }

/** On one connection, where a transaction within another is a savepoint. */
function databaseOn(client: PoolClient): Database {
  const db = drizzle(client, { casing: 'snake_case' })
  let depth = 0
  db.transaction = async (work) => {
    const name = `inner_${++depth}`
    const bounds = { begin: `savepoint ${name}`, commit: `release savepoint ${name}` }
    try {
      return await within(client, work as Work<never>, { db, ...bounds })
    } catch (error) {
      // Where even this fails the whole transaction does, as it ends.
      await client.query(`rollback to savepoint ${name}`).catch(() => undefined)
      throw error
    } finally {
      depth--
    }
  }
  return db
}

type Bounds = { db: Database; begin: string; commit: string }

async function within<Result>(
  client: PoolClient,
  work: Work<Result>,
  { db, begin, commit }: Bounds,
): Promise<Result> {
  await client.query(begin)
  const result = await work(db)
  // After an error that somebody has caught PostgreSQL rolls back, and calls that no error.
  const { command } = await client.query(commit)
  if (command === 'ROLLBACK') throw new Error('The transaction had failed already')
  return result
}

/**
 * A line to the database on which all that is asked in one turn goes out as one piece. The driver
 * holds back the parts of a statement until it is whole (`cork`): here they are held back a little
 * longer, until whoever else has something to ask has done so too. To hand a piece over takes longer
 * than to make it.
 */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
