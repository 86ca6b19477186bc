import { Client } from 'pg'

type Query = (...args: unknown[]) => unknown

/**
 * Each query of a connection waits for the one before. The store reads through a pool, where reads that run at once have
 * a connection each; a test has one connection, in the transaction that it rolls back. node-postgres queues queries too, but has
 * deprecated it.
 */
export function queueQueries(): void {
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
