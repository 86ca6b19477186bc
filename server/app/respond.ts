import { createHash } from 'node:crypto'
import type { Context } from 'hono'

import type { Call } from '#contract/calls.ts'
import { rules } from '#contract/rules.ts'
import type { StoreEnv } from '#server/platform/answers.ts'
import { squeezed } from '#server/platform/squeeze.ts'

const { filtersMs, termsMs, listsMs } = rules.freshFor
const maxAge = (ms: number) => `public, max-age=${ms / 1000}`

/** What a browser or a proxy may do with an answer; agrees with what the worker does. */
const cacheControlOf = {
  filters: maxAge(filtersMs),
  terms: maxAge(termsMs),
  lists: maxAge(listsMs),
  asked: 'no-cache',
  never: 'no-store',
} as const satisfies Record<Call['keep'], string>

/** Sends a checked answer, or 304 where the asker has the same already. */
export function respond(c: Context<StoreEnv>, call: Call, answer: unknown): Response {
  c.header('Cache-Control', cacheControlOf[call.keep])
  if (answer === undefined) return c.body(null, 204)
  const text = JSON.stringify(answer)
  c.header('Content-Type', 'application/json; charset=UTF-8')
  if (call.keep === 'never') return c.body(squeezed(c, text))

  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  c.header('ETag', etag)
  const known = c.req.header('If-None-Match')?.split(/\s*,\s*/) ?? []
  if (known.includes(etag)) return c.body(null, 304)
  const body = squeezed(c, text)
  c.set('sent', body)
  return c.body(body)
}
