import { createMiddleware } from 'hono/factory'

import { rules } from '#contract/rules.ts'
import { callerAddress } from './callerAddress.ts'
import { clock } from './clock.ts'
import { tooMany } from './limitRate.ts'

const { readsPerMinute } = rules.limits
const windowMs = 60_000
/** Beyond so many addresses the counting begins anew: memory has an end. */
const mostAddresses = 50_000

/**
 * So many questions to the catalogue an address may ask within a minute: far more than people tap,
 * also behind one address of a whole town, and less than it takes to copy or choke the store. Counted
 * in this process: a write per question would cost more than the answer.
 */
export function limitReads(trustedProxies: number) {
  const counts = new Map<string, { count: number; until: number }>()

  return createMiddleware(async (c, next) => {
    // A HEAD costs as much as a GET.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      const address = callerAddress(c, trustedProxies)
      const now = clock.now().getTime()
      if (counts.size > mostAddresses) counts.clear()
      const known = counts.get(address)
      const counted = known && known.until > now ? known : { count: 0, until: now + windowMs }
      counted.count += 1
      counts.set(address, counted)
      if (counted.count > readsPerMinute && address !== 'inside') {
        throw tooMany('You are asking very fast. Please wait a moment.', new Date(counted.until))
      }
    }
    await next()
  })
}
