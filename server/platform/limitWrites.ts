import { rules } from '#contract/rules.ts'
import { clock } from './clock.ts'
import { StoreError } from './storeError.ts'

const { burst, perMinute } = rules.limits.writes
const minuteMs = 60_000
/** Beyond so many customers the counting begins anew: memory has an end. */
const mostCustomers = 20_000

type Bucket = { tokens: number; filledAt: number }

/**
 * Limits how fast one customer may change things, as a token bucket: `burst` changes at once (a phone
 * that was offline sends what has waited), then `perMinute`. Nobody taps that fast. Counted in this
 * process, so that a change costs no further write; behind several processes the limit is as many
 * times as wide.
 */
export function limitWrites() {
  const buckets = new Map<string, Bucket>()

  return (userId: string): void => {
    const now = clock.now().getTime()
    if (buckets.size > mostCustomers) buckets.clear()
    const { tokens, filledAt } = buckets.get(userId) ?? { tokens: burst, filledAt: now }
    const refilled = Math.min(burst, tokens + ((now - filledAt) * perMinute) / minuteMs)
    const isEmpty = refilled < 1
    buckets.set(userId, { tokens: isEmpty ? refilled : refilled - 1, filledAt: now })
    if (!isEmpty) return
    const retryAfterSeconds = Math.ceil(((1 - refilled) * minuteMs) / perMinute / 1000)
    throw new StoreError('too_many', tooFast, { retryAfterSeconds })
  }
}

const tooFast = 'You’re making changes too quickly. Please wait a minute and try again.'
