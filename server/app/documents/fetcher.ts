import type { App } from '#server/app/api/createApp.ts'

/** The same lifetime as the response cache in `api/responseCache.ts`. */
const cachedMs = 1000
const maxCached = 100

/**
 * Calls the API in the same process for server rendering. Replies with a `max-age`, such as categories,
 * are cached as parsed objects, so that they are not serialised and parsed again for each page.
 */
export function createFetcher(app: Pick<App, 'request'>) {
  const cache = new Map<string, { reply: unknown; expiresAtMs: number }>()

  return async (path: string): Promise<unknown> => {
    const now = Date.now()
    const entry = cache.get(path)
    if (entry && entry.expiresAtMs > now) return entry.reply
    const response = await app.request(`/api/${path}`)
    if (response.status >= 500) throw new Error(`No answer to ${path}: ${response.status}`)
    if (!response.ok) return undefined
    const reply: unknown = await response.json()
    if (cache.size >= maxCached) cache.clear()
    if (hasMaxAge(response)) cache.set(path, { reply, expiresAtMs: now + cachedMs })
    return reply
  }
}

const hasMaxAge = ({ headers }: Response) => /max-age/.test(headers.get('Cache-Control') ?? '')
