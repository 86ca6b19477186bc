import { placeholderDetails } from '#contract/catalogue/placeholderDetails.ts'
import { isServerPath } from '#contract/pages/paths.ts'
import { cachePolicyOf, serveCached } from './responses/apiCache.ts'
import { serveImage, isStoredImage } from './responses/images.ts'
import { openPage } from './documents/navigation.ts'
import { serveChunk, matchShell } from './precache.ts'
import { withCacheHeaders } from './responses/storedResponse.ts'

declare const self: ServiceWorkerGlobalScope

const assetPath = /^\/(assets|fonts)\//
const productApiPath = /^\/api\/products\/([^/]+)$/

/**
 * Responds to pages, files, images and the public reads of the contract. Returns undefined for
 * everything else, above all for requests with a token: the browser then sends them itself.
 */
export function handleFetch(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const url = new URL(request.url)
  const isForeignOrWrite = url.origin !== self.location.origin || request.method !== 'GET'
  if (isForeignOrWrite || request.headers.has('Authorization') || request.headers.has('Range'))
    return undefined

  if (request.mode === 'navigate')
    return isServerPath(url.pathname) ? undefined : openPage(event, url)
  if (assetPath.test(url.pathname)) return serveChunk(request)
  if (isStoredImage(url.pathname)) return imageFromShellOrCache(event, url)
  const policy = cachePolicyOf(url.pathname)
  return (
    policy && serveCached(event, request.url, { ...policy, fallback: () => productFromLists(url) })
  )
}

async function imageFromShellOrCache(
  event: FetchEvent,
  { pathname, href }: URL,
): Promise<Response> {
  return (await matchShell(pathname)) ?? serveImage(event, href)
}

/** A product that was only shown in a list still opens offline. */
async function productFromLists({ pathname }: URL): Promise<Response | undefined> {
  const id = productApiPath.exec(pathname)?.[1]
  return id === undefined ? undefined : savedProduct(decodeURIComponent(id))
}

type ListResponse = { result?: { data?: { _id: string }[] } }

/**
 * A response to the read of a product, made from a stored list that has it: with name, price, sizes and
 * photos, and placeholders for the details that lists lack.
 */
async function savedProduct(id: string): Promise<Response | undefined> {
  const cache = await caches.open('products')
  for (const key of [...(await cache.keys())].reverse()) {
    if (!/\/api\/products\/(list|pair-it-with)/.test(key.url)) continue
    const cached = await cache.match(key)
    const { result } = ((await cached?.clone().json()) ?? {}) as ListResponse
    const product = result?.data?.find(({ _id }) => _id === id)
    if (!cached || !product) continue
    const body = JSON.stringify({ success: true, result: { ...placeholderDetails, ...product } })
    return withCacheHeaders(new Response(body, { headers: cached.headers }), 'stale')
  }
  return undefined
}

const maxUrls = 60

/**
 * Stores what a page read before this worker controlled it: the responses inside its HTML and its
 * images, which are still in the HTTP cache.
 */
export async function cacheRecentReads(event: ExtendableEvent, urls: string[]): Promise<void> {
  const cached = urls.slice(0, maxUrls).map((url) => {
    const { origin, pathname, href } = new URL(url, self.location.origin)
    if (origin !== self.location.origin) return undefined
    if (isStoredImage(pathname)) return serveImage(event, href)
    const policy = cachePolicyOf(pathname)
    return policy && serveCached(event, href, policy)
  })
  await Promise.allSettled(cached)
}
