import { log } from '#server/platform/observability/log.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

type QueueLimits = {
  /** Tasks that run at the same time. */
  max: number
  /** Tasks that may wait; unlimited by default. */
  maxWaiting?: number
}

/** Thrown at once if the queue is full. */
export class QueueFullError extends Error {}

/** Runs tasks with limited concurrency, first in, first out. */
export function taskQueue({ max, maxWaiting = Infinity }: QueueLimits) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < max) running += 1
    else if (waiting.length >= maxWaiting) throw new QueueFullError('Too many tasks are waiting')
    // A finished task starts the next one in its slot, so `running` stays the same.
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Processes items with limited concurrency. A `StoreError`, which means that an external service failed, is
 * logged, and the item is left for the next run. Any other error is thrown once all items are processed.
 */
export async function mapConcurrently<Item>(
  concurrency: number,
  items: Item[],
  processItem: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await processItem(next).catch((error: unknown) => {
        if (error instanceof StoreError)
          log.warn({ err: error }, 'An external service failed; will be retried')
        else failures.push(error)
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (failures.length > 0) throw failures[0]
}
