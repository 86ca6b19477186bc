import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, Pool } from 'pg'

/** A statement that the database has completed; `nth` counts those of what is being watched. */
type Statement = { nth: number; text: string; on: Client | Pool }

type Watch = {
  /** The watched work waits for the returned promise. */
  after: (statement: Statement) => Promise<void> | void
  nth: number
  isDead: boolean
}

/** Never resolves, so that the code after the simulated death of the process does not run. */
const never = new Promise<never>(() => {})
const watches = new AsyncLocalStorage<Watch>()

/**
 * Runs work and reports each statement once it is completed, before the code continues. After `die`
 * was called nothing else is sent.
 */
export function watchStatements<Result>(
  after: (statement: Statement & { die: () => Promise<never> }) => Promise<void> | void,
  act: () => Promise<Result>,
): Promise<Result> {
  const watch: Watch = {
    after: (one) => after({ ...one, die: () => dead(one.on) }),
    nth: 0,
    isDead: false,
  }
  const dead = (on: Client | Pool) => {
    watch.isDead = true
    if (on instanceof Client) streamOf(on)?.destroy()
    return never
  }
  return watches.run(watch, act)
}

/** A method of the driver: it ends a connection as the death of its process does. */
const streamOf = (client: Client) =>
  (client as unknown as { connection?: { stream?: { destroy: () => void } } }).connection?.stream

type Query = (...args: unknown[]) => unknown

/**
 * Statements of a transaction go through a client, all others through the pool, which uses
 * callbacks.
 */
for (const driver of [Client, Pool]) {
  const prototype = driver.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (this: Client | Pool, ...args) {
    const watch = watches.getStore()
    if (watch?.isDead) return never
    const result = query.apply(this, args)
    if (!watch || !(result instanceof Promise)) return result
    return result.then(async (rows: unknown) => {
      if (watch.isDead) return never
      await watch.after({ nth: ++watch.nth, text: textOf(args[0]), on: this })
      return rows
    })
  }
}

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: string }).text)
