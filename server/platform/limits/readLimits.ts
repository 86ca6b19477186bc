import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import { rules } from '#contract/rules.ts'
import { callerAddress } from '#server/platform/http/requestOrigin.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { tooMany } from './rateLimits.ts'

const { readsPerMinute } = rules.limits
const minuteMs = 60_000
/** Beyond so many addresses the counting begins anew: memory has an end. */
const mostAddresses = 50_000

/** How often an address has asked in the running minute, here and (as far as is known) elsewhere. */
type ReadCount = { here: number; elsewhere: number; told: number; until: number }
export type ReadCounts = Map<string, ReadCount>

/**
 * So many questions to the catalogue an address may ask within a minute: far more than people tap,
 * also behind one address of a whole town, and less than it takes to copy or choke the store. Counted
 * in this process, since a write per question would cost more than the answer; what several processes
 * have counted comes together now and then (`shareReads`).
 */
export function createReadLimiter(trustedProxies: number, counts: ReadCounts = new Map()) {
  return createMiddleware(async (c, next) => {
    // A HEAD costs as much as a GET.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      const overUntil = countRead(c, { trustedProxies, counts, most: readsPerMinute })
      if (overUntil)
        throw tooMany('Too many requests. Please wait a minute and try again.', overUntil)
    }
    await next()
  })
}

type Counting = { trustedProxies: number; counts: ReadCounts; most: number }

/** Counts one more request of the caller's address; until when it is over its limit, if it is. */
export function countRead(
  c: Context,
  { trustedProxies, counts, most }: Counting,
): Date | undefined {
  const address = callerAddress(c, trustedProxies)
  if (counts.size > mostAddresses) counts.clear()
  const counted = countOf(counts, address)
  counted.here += 1
  const isOver = counted.here + counted.elsewhere > most && address !== 'inside'
  return isOver ? new Date(counted.until) : undefined
}

function countOf(counts: ReadCounts, address: string): ReadCount {
  const now = clock.now().getTime()
  const known = counts.get(address)
  if (known && known.until > now) return known
  // The minutes of the clock are the same for every process.
  const until = (Math.floor(now / minuteMs) + 1) * minuteMs
  const fresh = { here: 0, elsewhere: 0, told: 0, until }
  counts.set(address, fresh)
  return fresh
}
