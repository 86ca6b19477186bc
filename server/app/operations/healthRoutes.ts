import { Hono } from 'hono'

import { networkLoginPath, paths } from '#contract/paths.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isMigrated } from '#server/database/migrate.ts'
import { isDiskFull } from '#server/platform/storage/diskSpace.ts'

const fullDisk = 'The disk is full: orders and changes are refused'
const headers = { 'Cache-Control': 'no-store', 'x-api': '1' }

/** Health checks for monitoring and load balancers, and for the page's connectivity check. */
export function healthRoutes(db: Database) {
  return new Hono()
    .get('/healthz', (c) => c.body(null, 204, headers))
    .get(networkLoginPath, (c) => c.body(null, 302, { ...headers, Location: paths.home }))
    .get('/readyz', async (c) => {
      const isAnswering = await isMigrated(db).catch(() => false)
      const isReady = isAnswering && !(await isDiskFull(db))
      const msg = isAnswering ? fullDisk : 'The database does not answer, or waits for a migration'
      return c.json(isReady ? { ready: true } : { ready: false, msg }, isReady ? 200 : 503, headers)
    })
}
