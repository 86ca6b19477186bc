import { log } from '#server/platform/observability/log.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/**
 * Does something with each thing, so many at a time. Where the world outside does not answer that
 * one is left for the next time; any other failure is thrown once all are through.
 */
export async function mapConcurrently<Thing>(
  hands: number,
  things: Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const waiting = [...things]
  const failures: unknown[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await act(next).catch((error: unknown) => {
        if (error instanceof StoreError) log.warn({ err: error }, 'Left for the next time')
        else failures.push(error)
      })
    }
  }
  await Promise.all(Array.from({ length: hands }, work))
  if (failures.length > 0) throw failures[0]
}
