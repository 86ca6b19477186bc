import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'

import type { StoreEnv } from '#server/platform/answers.ts'
import { log } from '#server/platform/log.ts'

/** Gives each request a name, and logs how it went: the route, never what was in it. */
export const tellRequest = createMiddleware<StoreEnv>(async (c, next) => {
  const requestId = randomUUID()
  const startedMs = performance.now()
  c.set('requestId', requestId)
  c.header('x-request-id', requestId)
  await next()
  const ms = Math.round(performance.now() - startedMs)
  const route = routePath(c, -1)
  log.debug({ requestId, method: c.req.method, route, status: c.res.status, ms }, 'request')
})
