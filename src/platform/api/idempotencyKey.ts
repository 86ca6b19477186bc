import { ApiError, isDefiniteFailure } from './apiError.ts'

/** A later tap is a new request, not a retry of the one that failed. */
const retryWindowMs = 60_000

type Attempt = { key: string; at: number }

/** Attempts with an unknown outcome, by the change that they make. */
const unanswered = new Map<string, Attempt>()

/**
 * Sends a change under an idempotency key. After a failure that leaves open whether the server did it
 * (no connection, a broken answer, a 5xx), the same change gets the same key again for a minute, so
 * that trying again does it once. After any definite answer the next one gets a new key.
 *
 * @param change what makes two attempts the same: the call and its values
 */
export async function withIdempotencyKey<Answer>(
  change: unknown[],
  sendWith: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const name = JSON.stringify(change)
  const attempt = recentAttempt(name) ?? { key: crypto.randomUUID(), at: Date.now() }
  const { key } = attempt
  unanswered.set(name, attempt)
  try {
    const answer = await sendWith(key)
    unanswered.delete(name)
    return answer
  } catch (error) {
    if (error instanceof ApiError && isDefiniteFailure(error)) unanswered.delete(name)
    throw error
  }
}

function recentAttempt(name: string): Attempt | undefined {
  const attempt = unanswered.get(name)
  return attempt && Date.now() - attempt.at < retryWindowMs ? attempt : undefined
}
