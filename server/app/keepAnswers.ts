import { createMiddleware } from 'hono/factory'

import { encodingOf } from '#server/platform/squeeze.ts'

type Kept = {
  bytes: Uint8Array<ArrayBuffer>
  headers: [name: string, value: string][]
  until: number
}

const keptAnswers = 500
/** The rest, such as the request's name, belongs to one asking. */
const ofAnswer = /^(content-type|content-encoding|cache-control|etag|vary)$/

/**
 * What everybody is answered alike is worked out, checked and packed once for all who ask within
 * `keptMs`. A change made through this process ends it at once, one made by another shows after
 * that time: the bag and the order never read from here.
 */
export function keepAnswers(keptMs: number) {
  const kept = new Map<string, Kept>()

  return createMiddleware(async (c, next) => {
    if (c.req.method !== 'GET') {
      await next()
      if (c.res.ok) kept.clear()
      return
    }
    const asked = `${encodingOf(c)} ${c.req.url}`
    const now = Date.now()
    const known = kept.get(asked)
    if (known && known.until > now) {
      for (const [name, value] of known.headers) c.header(name, value)
      const isTheSame = c.req.header('If-None-Match')?.includes(c.res.headers.get('ETag') ?? '-')
      return isTheSame ? c.body(null, 304) : c.body(known.bytes)
    }

    kept.delete(asked)
    await next()
    if (!isForAll(c.res)) return
    const bytes = new Uint8Array(await c.res.arrayBuffer())
    const headers = [...c.res.headers].filter(([name]) => ofAnswer.test(name))
    kept.set(asked, { bytes, headers, until: now + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
    c.res = new Response(bytes, c.res)
  })
}

/** Whatever is a user's own, or changes from one asking to the next, is marked `no-store`. */
function isForAll({ status, headers }: Response): boolean {
  const caching = headers.get('Cache-Control') ?? 'no-store'
  return status === 200 && !caching.includes('no-store')
}
