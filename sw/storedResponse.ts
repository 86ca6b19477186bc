const storedAt = 'x-sw-stored-at'

/** An answer with the time at which it was stored, and nothing that would split or taint the cache. */
export function withTimestamp(answer: Response, body: BodyInit): Response {
  const headers = new Headers(answer.headers)
  for (const name of ['vary', 'set-cookie', 'content-encoding', 'content-length']) {
    headers.delete(name)
  }
  headers.set(storedAt, String(Date.now()))
  return new Response(body, { status: 200, headers })
}

/** How long ago an answer was stored; below zero where the clock was set back since. */
export const ageOf = (kept: Response) => Date.now() - Number(kept.headers.get(storedAt))

/** A stored answer on its way to a page, which may say how old it is. */
export function withCacheHeaders(kept: Response, state: 'fresh' | 'stale'): Response {
  const headers = new Headers(kept.headers)
  headers.set('x-sw-cache', state)
  headers.set('x-sw-age', String(Math.max(0, Math.round(ageOf(kept) / 1000))))
  return new Response(kept.body, { status: kept.status, headers })
}

/** Keeps the newest `most` answers: a cache lists what was put first first. */
export async function trim(cache: Cache, most: number): Promise<void> {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((key) => cache.delete(key)))
}
