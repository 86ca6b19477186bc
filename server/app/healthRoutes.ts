import { sql } from 'drizzle-orm'
import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'

/** For who watches the store, and for the page that wonders whether the line is there. */
export function healthRoutes(db: Database) {
  return new Hono()
    .use(async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
      c.header('x-api', '1')
    })
    .get('/healthz', (c) => c.body(null, 204))
    .get('/readyz', async (c) => {
      try {
        await db.execute(sql`select 1`)
        return c.json({ ready: true })
      } catch {
        return c.json({ ready: false, msg: 'The database does not answer' }, 503)
      }
    })
}
