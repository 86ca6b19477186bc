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

/** Serves an image from the cache, else from the network; where that fails, the placeholder. */
export async function serveImage(event: ExtendableEvent, url: string): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => undefined)
  const cached = await cache?.match(url)
  if (cached) return cached
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) })
    if (cache && isFile(response)) event.waitUntil(storeImage(cache, url, response.clone()))
    if (isFile(response) || (!response.ok && response.status < 500)) return response
  } catch {
    // Falls back to the placeholder.
  }
  return (await matchShell(placeholder)) ?? Response.error()
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
