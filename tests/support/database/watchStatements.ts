import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, Pool } from 'pg'

/** A statement that the database has answered; `nth` counts those of what is being watched. */
type Statement = { nth: number; text: string; on: Client | Pool }

type Watch = {
  /** What it waits for is what the watched work waits for. */
  after: (statement: Statement) => Promise<void> | void
  nth: number
  isDead: boolean
}

/** What a process does that is gone. */
const never = new Promise<never>(() => {})
const watches = new AsyncLocalStorage<Watch>()

/**
 * Does something, and tells of each statement that it sends, once that is answered and before
 * anything follows from it. Whoever calls `die` then hears no more of it: nothing else is sent.
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

/** Of the driver, where a connection ends as it does when its process is gone. */
const streamOf = (client: Client) =>
  (client as unknown as { connection?: { stream?: { destroy: () => void } } }).connection?.stream

type Query = (...args: unknown[]) => unknown

/** What a transaction sends goes through a client; all else through the pool, which uses no promise. */
for (const driver of [Client, Pool]) {
  const prototype = driver.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (this: Client | Pool, ...args) {
    const watch = watches.getStore()
    if (watch?.isDead) return never
    const answer = query.apply(this, args)
    if (!watch || !(answer instanceof Promise)) return answer
    return answer.then(async (rows: unknown) => {
      if (watch.isDead) return never
      await watch.after({ nth: ++watch.nth, text: textOf(args[0]), on: this })
      return rows
    })
  }
}

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: string }).text)
