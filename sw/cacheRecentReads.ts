import { cachePolicyOf, serveCached } from './apiCache.ts'
import { serveImage, isStoredImage } from './images.ts'

declare const self: ServiceWorkerGlobalScope

const maxUrls = 60

/**
 * Stores what a page read before this worker controlled it: the responses inside its HTML and its
 * images, which are still in the HTTP cache.
 */
export async function cacheRecentReads(event: ExtendableEvent, urls: string[]): Promise<void> {
  const cached = urls.slice(0, maxUrls).map((address) => {
    const { origin, pathname, href } = new URL(address, self.location.origin)
    if (origin !== self.location.origin) return undefined
    if (isStoredImage(pathname)) return serveImage(event, href)
    const policy = cachePolicyOf(pathname)
    return policy && serveCached(event, href, policy)
  })
  await Promise.allSettled(cached)
}
