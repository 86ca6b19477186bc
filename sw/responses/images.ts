import { photoWidths, placeholderPhoto } from '#contract/catalogue/photos.ts'
import { isDataReduced } from '#sw/connection.ts'
import { matchShell, isFile } from '#sw/precache.ts'

const cacheName = 'images'
/** The newest and most used images are stored, up to both limits. */
const maxImages = 150
const maxBytes = 15_000_000
const limitMs = 8000

const storedImages = /^\/(photos(?!\/(returns|pending|reviews)\/)|images)\//

/**
 * Whether the image at this path is stored. Not the photos of customers: those of returns, and those
 * of reviews before their approval, are private, and a customer may remove an approved one.
 */
export const isStoredImage = (path: string) => storedImages.test(path)

/** Marks a photo that was stored in a smaller width than its URL names. */
const reducedHeader = 'x-sw-reduced'

/**
 * Serves an image from the cache, where a photo may be wider than requested, else from the network;
 * where that fails, a smaller width of the photo or the placeholder. On a slow connection the server
 * sends photos in a smaller width; such a photo is replaced on a good one.
 */
export async function serveImage(event: ExtendableEvent, url: string): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => undefined)
  const [photo = '', requestedWidth] = url.split(/(\d+)\.webp$/)
  const widths = requestedWidth ? photoWidths : []
  const wider = widths.filter((width) => width > Number(requestedWidth))
  const inWidth = (width: number) => `${photo}${width}.webp`

  const [cached, isReduced] = await Promise.all([
    matchFirst(cache, [url, ...wider.map(inWidth)]),
    isDataReduced(),
  ])
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
    // Falls back to another width or the placeholder.
  }
  const narrower = widths.map(inWidth).reverse()
  const fallback =
    cached ?? (await matchFirst(cache, narrower)) ?? (await matchShell(placeholderPhoto))
  return fallback ?? Response.error()
}

async function matchFirst(cache: Cache | undefined, urls: string[]) {
  const stored = await Promise.all(urls.map((url) => cache?.match(url)))
  const first = stored.findIndex((response) => response !== undefined)
  const url = urls[first]
  if (url) markUsed(url)
  return stored[first]
}

function asReduced({ body, headers }: Response): Response {
  const marked = new Headers(headers)
  marked.set(reducedHeader, '1')
  return new Response(body, { headers: marked })
}

/** The images used since the worker started, the most recent last. */
const used = new Set<string>()

function markUsed(url: string): void {
  used.delete(url)
  used.add(url)
}

async function storeImage(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response)
    markUsed(url)
    sizes.delete(url)
    await deleteLeastUsed(cache)
  } catch {
    // The disk is full: images are deleted first, because they can be downloaded again.
    await caches.delete(cacheName)
  }
}

/** Bytes of stored images, as far as they are known. */
const sizes = new Map<string, number>()

/** Deletes what exceeds the limits: images that were not used since the worker started go first. */
async function deleteLeastUsed(cache: Cache): Promise<void> {
  const stored = (await cache.keys()).map(({ url }) => url)
  const byUse = new Set([
    ...[...used].filter((url) => stored.includes(url)).reverse(),
    ...stored.reverse(),
  ])
  let count = 0
  let bytes = 0
  for (const url of byUse) {
    const size = sizes.get(url) ?? (await bytesOf(await cache.match(url)))
    sizes.set(url, size)
    count += 1
    bytes += size
    if (count > maxImages || bytes > maxBytes) await cache.delete(url)
  }
}

async function bytesOf(stored: Response | undefined): Promise<number> {
  return Number(stored?.headers.get('content-length')) || ((await stored?.blob())?.size ?? 0)
}
