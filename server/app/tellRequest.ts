import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'

import type { StoreEnv } from '#server/platform/answers.ts'
import { log } from '#server/platform/log.ts'
import { countRequest } from '#server/platform/metrics.ts'

/** Gives each request a name, and logs how it went: the route, never what was in it. */
export const tellRequest = createMiddleware<StoreEnv>(async (c, next) => {
  const requestId = randomUUID()
  const startedMs = performance.now()
  c.set('requestId', requestId)
  c.header('x-request-id', requestId)
  await next()
  const ms = performance.now() - startedMs
  const told = { method: c.req.method, route: routeOf(c), status: c.res.status }
  countRequest({ ...told, seconds: ms / 1000 })
  log.debug({ requestId, ...told, ms: Math.round(ms) }, 'request')
})

/** As it stands in the table of calls; what no call answers is told together. */
const routeOf = (c: Context) =>
  matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'others'
