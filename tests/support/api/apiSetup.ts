import { afterEach } from 'vitest'
import { Client } from 'pg'

import { setClock } from '#server/platform/runtime/clock.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'

type Query = (...args: unknown[]) => unknown

/**
 * Each query of a connection waits for the one before. The store reads through a pool, where reads that run at once have
 * a connection each; a test has one connection, in the transaction that it rolls back. node-postgres queues queries too, but has
 * deprecated it.
 */
function queueQueries(): void {
  const prototype = Client.prototype as unknown as { query: Query }
  const { query } = prototype
  const last = new WeakMap<Client, Promise<unknown>>()
  prototype.query = function (this: Client, ...args) {
    // `pool.query` passes a callback, and uses a client for one query at a time.
    if (typeof args.at(-1) === 'function') return query.apply(this, args)
    const before = last.get(this)
    const send = () => query.apply(this, args)
    const result = before ? before.then(send, send) : send()
    if (result instanceof Promise) last.set(this, result)
    return result
  }
}

/**
 * On PostgreSQL each worker has its own database, so that tests do not wait for each other. It serves
 * all test files of the worker, because each test rolls back.
 */
const worker = globalThis as { apiDatabaseUrl?: string; hasQueuedQueries?: boolean }
if (isOnPostgres) {
  worker.apiDatabaseUrl ??= (await freshDatabase()).url
  process.env.DATABASE_URL = worker.apiDatabaseUrl
}

if (!worker.hasQueuedQueries) queueQueries()
worker.hasQueuedQueries = true

afterEach(() => setClock())
