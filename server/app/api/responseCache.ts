import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { StoreEnv } from '#server/platform/http/handler.ts'
import { encodingOf } from '#server/platform/http/compress.ts'
import { isOwnRead } from './readPriority.ts'

type CachedResponse = {
  body: string | Uint8Array<ArrayBuffer>
  headers: [name: string, value: string][]
}
/** Undefined where it turned out that the answer is not for everybody. */
type CacheEntry = { answer: Promise<CachedResponse | undefined>; until: number }

/** Changes nothing, so what is kept stays right. */
const reading = /^(GET|HEAD|OPTIONS)$/
const keptAnswers = 500
/** What others see differently afterwards: stock that is taken or given back, a review. */
const changesAll = /\/(checkout|cancel|verify-payment-prepaid|reviews)$/
/** The rest, such as the request's name, belongs to one asking. */
const ofAnswer = /^(content-type|content-encoding|cache-control|etag|vary)$/

/**
 * What everybody is answered alike is worked out, checked and packed once for all who ask within
 * `keptMs`. A change made through this process ends it at once, one made by another shows after
 * that time: the bag and the order never read from here.
 */
export function cacheResponses(keptMs: number) {
  const kept = new Map<string, CacheEntry>()

  return createMiddleware<StoreEnv>(async (c, next) => {
    // Not by the token: a public answer is the same with one, and anybody can make one up.
    if (c.req.method !== 'GET' || isOwnRead(c.req.path)) {
      await next()
      const isChange = !reading.test(c.req.method) && changesAll.test(c.req.path)
      if (isChange && c.res.ok) kept.clear()
      return
    }
    const question = `${encodingOf(c)} ${c.req.url}`
    const now = Date.now()
    const known = kept.get(question)
    const answer = known && known.until > now ? await known.answer : undefined
    if (answer) return again(c, answer)

    const asking = answerOf(c, next)
    kept.delete(question)
    kept.set(question, { answer: asking, until: now + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
    const isKept = await asking.catch(() => undefined)
    if (!isKept) kept.delete(question)
    await asking
  })
}

async function answerOf(c: Context<StoreEnv>, next: Next): Promise<CachedResponse | undefined> {
  await next()
  if (!isForAll(c.res)) return undefined
  const headers = [...c.res.headers].filter(([name]) => ofAnswer.test(name))
  const sent = c.get('sent')
  if (sent !== undefined) return { body: sent, headers }
  const body = new Uint8Array(await c.res.arrayBuffer())
  c.res = new Response(body, c.res)
  return { body, headers }
}

/** Whatever is a user's own, or changes from one asking to the next, is marked `no-store`. */
function isForAll({ status, headers }: Response): boolean {
  const caching = headers.get('Cache-Control') ?? 'no-store'
  return status === 200 && !caching.includes('no-store')
}

function again(c: Context, { body, headers }: CachedResponse): Response {
  for (const [name, value] of headers) c.header(name, value)
  const etag = headers.find(([name]) => name === 'etag')?.[1]
  const isTheSame = etag !== undefined && c.req.header('If-None-Match')?.includes(etag)
  return isTheSame ? c.body(null, 304) : c.body(body)
}
