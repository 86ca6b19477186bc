const storedAt = 'x-sw-stored-at'

/** A response with the time of storing, without headers that would split or taint the cache. */
export function withTimestamp(response: Response, body: BodyInit): Response {
  const headers = new Headers(response.headers)
  for (const name of ['vary', 'set-cookie', 'content-encoding', 'content-length']) {
    headers.delete(name)
  }
  headers.set(storedAt, String(Date.now()))
  return new Response(body, { status: 200, headers })
}

/** Age of a stored response in ms; negative where the clock was set back. */
export const ageOf = (stored: Response) => Date.now() - Number(stored.headers.get(storedAt))

/** A stored response for a page, with its age in a header. */
export function withCacheHeaders(stored: Response, state: 'fresh' | 'stale'): Response {
  const headers = new Headers(stored.headers)
  headers.set('x-sw-cache', state)
  headers.set('x-sw-age', String(Math.max(0, Math.round(ageOf(stored) / 1000))))
  return new Response(stored.body, { status: stored.status, headers })
}

/** Deletes all but the newest `maxCount` responses; caches list entries in the order of insertion. */
export async function trim(cache: Cache, maxCount: number): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - maxCount)).map((key) => cache.delete(key)),
  )
}
