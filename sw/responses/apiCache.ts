import { type CacheLifetime, publicReads } from '#contract/api/reads.ts'
import { cacheTtl, request, maxStale } from '#contract/workerRules.ts'
import { isFromStore, isJson, isPortalResponse } from '#platform/connectivity/connectivity.ts'
import { connectivity, observe, observeResponse } from '#sw/connection.ts'
import { ageOf, trim, withCacheHeaders, withTimestamp } from './storedResponse.ts'

declare const self: ServiceWorkerGlobalScope

const { softLimitMs, hardLimitMs } = request

type PendingRequest = {
  response: Promise<Response>
  startedAt: number
  isAwaited: boolean
  isSettled?: boolean
}

/** Requests under way, by cache key. Identical requests share one response. */
const pendingRequests = new Map<string, PendingRequest>()

/** How long a prefetched response is held for the page that will request it. */
const prefetchLifetimeMs = 10_000

type Options = CachePolicy & {
  /** Makes a response where the cache has none. */
  fallback?: () => Promise<Response | undefined>
  /** Set where a page will send the same request in a moment: it then gets this response. */
  isPrefetch?: boolean
}

/**
 * Serves a cached response without the network while it is younger than `freshMs`. After that it
 * requests a new one. If the request fails or takes longer than the soft limit, the cached response is
 * served as stale, with its age, else the `fallback`. While the connection is known to be offline,
 * the cached response is served at once.
 */
export async function serveCached(
  event: ExtendableEvent,
  url: string,
  { fallback, isPrefetch = false, ...policy }: Options,
) {
  const key = cacheKeyOf(url)
  const cache = await caches.open(policy.cacheName).catch(() => undefined)
  if (!cache) return observeResponse(fetch(key, { cache: 'no-store' }))
  const cached = await cache.match(key)
  const age = cached ? ageOf(cached) : 0
  if (cached && age >= 0 && age < policy.freshMs) return withCacheHeaders(cached, 'fresh')

  const latest = cached ?? (await withoutWarehouse(cache, key))
  const staleResponse = latest && ageOf(latest) <= policy.staleMs ? latest : undefined
  const { response, startedAt } = dedupeRequest(key, isPrefetch, () =>
    fetchAndCache({ key, cache, policy, staleResponse }),
  )
  event.waitUntil(response.catch(() => undefined))
  const fromStorage = async () =>
    staleResponse ? withCacheHeaders(staleResponse.clone(), 'stale') : fallback?.()

  const isOffline = (await connectivity()).status === 'offline'
  const stored = isOffline && (await fromStorage())
  if (stored) return stored
  const leftMs = startedAt + softLimitMs - Date.now()
  const inTime = await Promise.race([response.catch(() => undefined), slowAfter(leftMs)])
  // The probe that this starts takes time; the cached response does not wait for it.
  if (inTime === 'slow') event.waitUntil(observe({ kind: 'slow', at: Date.now() }))
  const isUseful =
    inTime !== undefined && inTime !== 'slow' && isFromStore(inTime) && inTime.status < 500
  if (isUseful) return inTime.clone()
  return (await fromStorage()) ?? (await response).clone()
}

/** The response for any warehouse, such as one that came with a document. */
async function withoutWarehouse(cache: Cache, key: string): Promise<Response | undefined> {
  const url = new URL(key)
  url.searchParams.delete('warehouse')
  return url.href === key ? undefined : cache.match(url.href)
}

function dedupeRequest(
  key: string,
  isPrefetch: boolean,
  sendRequest: () => Promise<Response>,
): PendingRequest {
  const existing = pendingRequests.get(key)
  if (existing) {
    // A response serves one page; a later request must get a newer one.
    if (!isPrefetch && existing.isSettled) pendingRequests.delete(key)
    existing.isAwaited ||= !isPrefetch
    return existing
  }
  const pending: PendingRequest = {
    response: sendRequest(),
    startedAt: Date.now(),
    isAwaited: !isPrefetch,
  }
  pendingRequests.set(key, pending)
  const forget = () => pendingRequests.get(key) === pending && pendingRequests.delete(key)
  pending.response.then(() => {
    pending.isSettled = true
    if (pending.isAwaited) forget()
    else setTimeout(forget, prefetchLifetimeMs)
  }, forget)
  return pending
}

type CachedFetch = {
  key: string
  cache: Cache
  policy: CachePolicy
  staleResponse: Response | undefined
}

/**
 * Uses `no-store`, because the browser's HTTP cache would add its lifetime to ours and would queue the
 * next request for the same URL behind a hung one. Waits for the body, because a connection can drop
 * in the middle of a response.
 */
async function fetchAndCache({
  key,
  cache,
  policy,
  staleResponse,
}: CachedFetch): Promise<Response> {
  const etag = staleResponse?.headers.get('etag')
  const response = await observeResponse(
    fetch(key, {
      cache: 'no-store',
      headers: etag ? { 'If-None-Match': etag } : {},
      // The API never redirects: a redirect leads to the login page of a captive portal.
      redirect: 'manual',
      // Identical requests share this one, so it must not hang for ever.
      signal: AbortSignal.timeout(hardLimitMs),
    }),
  )
  if (response.status === 304 && staleResponse) {
    const again = withTimestamp(staleResponse, await staleResponse.clone().arrayBuffer())
    await putIgnoringErrors(cache, key, again.clone())
    return again
  }

  if (isPortalResponse(response)) throw new TypeError('A captive portal responded')
  const body = await response.arrayBuffer()
  const isGone = response.status === 404 || response.status === 410
  if (isGone && isFromStore(response)) await cache.delete(key)
  if (response.status === 200 && isJson(response) && isFromStore(response)) {
    await putIgnoringErrors(cache, key, withTimestamp(response, body))
    await trim(cache, policy.max)
  }
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Stores a response that came with a document, as if it had been requested from `/api/{path}`. */
export async function storeRead(path: string, response: unknown): Promise<void> {
  const url = new URL(`/api/${path}`, self.location.origin)
  const policy = cachePolicyOf(url.pathname)
  if (!policy) return
  const cache = await caches.open(policy.cacheName)
  const body = JSON.stringify(response)
  const headers = { 'content-type': 'application/json', 'x-api': '1' }
  await putIgnoringErrors(
    cache,
    cacheKeyOf(url),
    withTimestamp(new Response(null, { headers }), body),
  )
  await trim(cache, policy.max)
}

/** A full disk must not turn a good response into an error. */
async function putIgnoringErrors(cache: Cache, key: string, response: Response): Promise<void> {
  await cache.put(key, response).catch(() => undefined)
}

const slowAfter = (ms: number) => new Promise<'slow'>((end) => setTimeout(end, ms, 'slow'))

/** The cache of a call and how long its responses may be used. */
export type CachePolicy = {
  cacheName: string
  /** Younger responses are served without a request. */
  freshMs: number
  /** Older responses are not served, even offline. */
  staleMs: number
  /** Number of responses the cache holds; the oldest are deleted. */
  max: number
}

/** By the `cache` of a call in the contract. Calls with `never` bypass the worker. */
const policies = {
  filters: {
    cacheName: 'filters',
    freshMs: cacheTtl.filtersMs,
    staleMs: maxStale.filtersMs,
    max: 60,
  },
  terms: { cacheName: 'terms', freshMs: cacheTtl.termsMs, staleMs: maxStale.termsMs, max: 4 },
  lists: { cacheName: 'lists', freshMs: cacheTtl.listsMs, staleMs: maxStale.listsMs, max: 40 },
  networkFirst: { cacheName: 'products', freshMs: 0, staleMs: maxStale.productsMs, max: 60 },
} as const satisfies Record<Exclude<CacheLifetime, 'never'>, CachePolicy>

type Route = { pattern: RegExp; policy: CachePolicy | undefined }

/**
 * The public reads of the contract, in its order: the first match wins, so that a call that is
 * never cached hides a broader one that is.
 */
const routes: Route[] = Object.values(publicReads).map(({ path, cache }) => ({
  pattern: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`),
  policy: cache === 'never' ? undefined : policies[cache],
}))

/** The cache policy of a URL path; undefined where the request must go to the network. */
export function cachePolicyOf(pathname: string): CachePolicy | undefined {
  return routes.find(({ pattern }) => pattern.test(pathname))?.policy
}

const commaLists = new Set(['size', 'brand', 'origin'])

/** Normalises a URL: parameters and comma lists sorted, empty parameters and the fragment dropped. */
export function cacheKeyOf(url: string | URL): string {
  const { origin, pathname, searchParams } = new URL(url)
  const pairs = [...searchParams]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, commaLists.has(name) ? sortedList(value) : value] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  return origin + pathname + (query && `?${query}`)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const sortedList = (list: string) => list.split(',').sort().join(',')
