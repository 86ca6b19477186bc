import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'

import type { Database } from './connect.ts'

type Work<Result> = (tx: Database) => Promise<Result>

/**
 * Transactions on the pool's connections. Every connection has one database object for all of them,
 * so that statements are written once for it; drizzle makes a new one each time. Its own would also
 * keep a connection for ever that breaks as the transaction begins.
 */
export function transactionsOf(pool: Pool): Database['transaction'] {
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
