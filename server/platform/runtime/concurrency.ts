import pLimit from 'p-limit'

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
  const limit = pLimit(max)

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= max + maxWaiting)
      throw new QueueFullError('Too many tasks are waiting')
    return limit(task)
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
  const failures: unknown[] = []
  await pLimit(concurrency).map(items, (item) =>
    processItem(item).catch((error: unknown) => {
      if (error instanceof StoreError)
        log.warn({ err: error }, 'An external service failed; will be retried')
      else failures.push(error)
    }),
  )
  if (failures.length > 0) throw failures[0]
}
