import { log } from '#server/platform/observability/log.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/**
 * Processes items with limited concurrency. A `StoreError`, which means that an external service failed, is
 * logged, and the item is left for the next run. Any other error is thrown once all items are processed.
 */
export async function mapConcurrently<Item>(
  concurrency: number,
  items: Item[],
  act: (thing: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await act(next).catch((error: unknown) => {
        if (error instanceof StoreError) log.warn({ err: error }, 'Left for the next time')
        else failures.push(error)
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (failures.length > 0) throw failures[0]
}
