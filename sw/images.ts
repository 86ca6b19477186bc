import { isDataReduced } from './connection.ts'
import { matchShell, isFile } from './precache.ts'
import { trim } from './storedResponse.ts'

const cacheName = 'images'
const maxImages = 150
const limitMs = 8000
const placeholder = '/images/placeholder.svg'

const storedImages = /^\/(photos(?!\/(returns|pending|reviews)\/)|images)\//

/**
 * Whether the image at this path is stored. Not the photos of customers: those of returns, and those
 * of reviews before their approval, are private, and a customer may remove an approved one.
 */
export const isStoredImage = (path: string) => storedImages.test(path)

/** Marks a photo that was stored in a smaller width than its URL names. */
const reducedHeader = 'x-sw-reduced'

/**
 * Serves an image from the cache, else from the network; where that fails, the placeholder. On a slow
 * connection the server sends photos in a smaller width; such a photo is replaced on a good one.
 */
export async function serveImage(event: ExtendableEvent, url: string): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => undefined)
  const cached = await cache?.match(url)
  const isReduced = await isDataReduced()
  if (cached && (isReduced || !cached.headers.has(reducedHeader))) return cached
  try {
    const headers: HeadersInit = isReduced ? { 'Save-Data': 'on' } : {}
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(limitMs) })
    if (cache && isFile(response)) {
      const stored = isReduced ? asReduced(response.clone()) : response.clone()
      event.waitUntil(storeImage(cache, url, stored))
    }
    if (isFile(response) || (!response.ok && response.status < 500)) return response
  } catch {
    // Falls back to the smaller photo or the placeholder.
  }
  return cached ?? (await matchShell(placeholder)) ?? Response.error()
}

function asReduced({ body, headers }: Response): Response {
  const marked = new Headers(headers)
  marked.set(reducedHeader, '1')
  return new Response(body, { headers: marked })
}

async function storeImage(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response)
    await trim(cache, maxImages)
  } catch {
    // The disk is full: images are deleted first, because they can be downloaded again.
    await caches.delete(cacheName)
  }
}
