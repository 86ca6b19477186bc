import { StoreError } from './storeError.ts'

const retryAfterSeconds = 5

/**
 * Runs at most `most` tasks of one customer at the same time in this process; a further one is
 * refused with 429.
 */
export function limitAtOnce(most: number, sentence: string) {
  const running = new Map<string, number>()

  return async <Result>(userId: string, task: () => Promise<Result>): Promise<Result> => {
    const before = running.get(userId) ?? 0
    if (before >= most) throw new StoreError('too_many', sentence, { retryAfterSeconds })
    running.set(userId, before + 1)
    try {
      return await task()
    } finally {
      const after = (running.get(userId) ?? 1) - 1
      if (after > 0) running.set(userId, after)
      else running.delete(userId)
    }
  }
}
