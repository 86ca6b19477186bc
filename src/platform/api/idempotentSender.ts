import { ApiError, isDefiniteFailure } from './apiError.ts'

type Attempt = { key: string; at: number }

type Options = {
  /** How long a change with an unknown outcome keeps its key; by default as long as the sender exists. */
  keyLifetimeMs?: number
}

/**
 * Returns a function that sends a change under an idempotency key. After a failure that leaves open
 * whether the server did it (no connection, a truncated response, a 5xx), the same change gets the same
 * key again, so that a retry does not repeat it. After a definite response it gets a new key.
 *
 * The keys are in memory and do not survive a reload. For changes that must survive one there are the
 * outbox, and the records of the checkout and of the merge of a guest's bag.
 */
export function createIdempotentSender({ keyLifetimeMs = Infinity }: Options = {}) {
  /** Attempts with an unknown outcome, by the change that they make. */
  const pendingAttempts = new Map<string, Attempt>()

  function attemptOf(name: string): Attempt {
    const existing = pendingAttempts.get(name)
    if (existing && Date.now() - existing.at < keyLifetimeMs) return existing
    const attempt = { key: crypto.randomUUID(), at: Date.now() }
    pendingAttempts.set(name, attempt)
    return attempt
  }

  /** @param change what makes two attempts the same: the call and its values */
  return async function send<Result>(
    change: unknown,
    sendWith: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> {
    const name = JSON.stringify(change)
    const { key } = attemptOf(name)
    try {
      const result = await sendWith(key)
      pendingAttempts.delete(name)
      return result
    } catch (error) {
      if (error instanceof ApiError && isDefiniteFailure(error)) pendingAttempts.delete(name)
      throw error
    }
  }
}
