import type { Context } from 'hono'

import { StoreError } from './storeError.ts'

/**
 * Refuses what another site's page makes its visitors' browsers send. A form or an image of a page
 * elsewhere cannot send JSON without asking first, and browsers say where a request comes from.
 */
export function refuseCrossSite(c: Context): void {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new StoreError('invalid', 'This request has to be sent as application/json')
  }
  if (c.req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new StoreError('forbidden', 'Please use our own website for this')
  }
}
