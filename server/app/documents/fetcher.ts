import type { App } from '#server/app/api/createApp.ts'

/** As long as the answer itself serves everybody. */
const cachedMs = 1000
const maxCached = 100

/**
 * Asks the store itself for a public answer, as a page that is being drawn does. What browsers keep
 * for minutes, such as categories, is not put into words and taken apart again for each page.
 */
export function createFetcher(app: Pick<App, 'request'>) {
  const kept = new Map<string, { reply: unknown; until: number }>()

  return async (path: string): Promise<unknown> => {
    const now = Date.now()
    const known = kept.get(path)
    if (known && known.until > now) return known.reply
    const answer = await app.request(`/api/${path}`)
    if (answer.status >= 500) throw new Error(`No answer to ${path}: ${answer.status}`)
    if (!answer.ok) return undefined
    const reply: unknown = await answer.json()
    if (kept.size >= maxCached) kept.clear()
    if (isForMinutes(answer)) kept.set(path, { reply, until: now + cachedMs })
    return reply
  }
}

const isForMinutes = ({ headers }: Response) => /max-age/.test(headers.get('Cache-Control') ?? '')
