import { readsForPage } from '#contract/api/reads.ts'
import { pageSources, serverLimitMs } from '#contract/pages/navigation.ts'
import { pageAt } from '#contract/pages/paths.ts'
import { request, shellPaths } from '#contract/workerRules.ts'
import { isFromStore, prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { cachePolicyOf, serveCached } from '#sw/responses/apiCache.ts'
import { connectivity } from '#sw/connection.ts'
import { cachedHome, documentUrl, isFresh, storedDocument, storeDocument } from './documents.ts'
import { matchShell } from '#sw/precache.ts'

declare const self: ServiceWorkerGlobalScope

const { hardLimitMs } = request

/** Opens a page from the first of its sources (`contract/pages/navigation.ts`) that has it, else from the shell. */
export async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  limitPreload()
  const page = pageAt(url)?.page
  if (page === 'home') return openHome(event, url)
  const sources = pageSources(page)
  // Read beside the stored document, because a worker that starts takes a while for each.
  const connection = connectivity()
  const stored = sources.includes('stored') && (await storedDocument(url))
  if (stored) {
    event.waitUntil(withTimeLimit(renew(event, url, isFresh(stored))))
    return stored
  }
  const mayAsk = sources.includes('server') && (await connection).status !== 'offline'
  const fromServer = mayAsk && (await serverDocument(event, url))
  return fromServer || openShell(event, url)
}

/** Where data is to be saved, the browser does not request a page beside the worker, which may have it stored. */
function limitPreload(): void {
  const preload = self.registration?.navigationPreload
  // A worker that is being replaced cannot change it.
  preload?.[prefersReducedData() ? 'disable' : 'enable']().catch(() => undefined)
}

/** Home has one document, which an idle page renews. */
async function openHome(event: FetchEvent, url: URL): Promise<Response> {
  ignorePreload(event)
  const home = await cachedHome(url).catch(() => undefined)
  if (!home) return openShell(event, url)
  if (!isFresh(home)) prefetchReads(event, documentUrl(home))
  return home
}

/** Checkout has a shell of its own, whose security policy allows the payment provider. */
async function openShell(event: FetchEvent, url: URL): Promise<Response> {
  ignorePreload(event)
  const path = /^\/checkout\/?$/.test(url.pathname) ? shellPaths.checkout : shellPaths.page
  prefetchReads(event, url)
  return (await matchShell(path)) ?? fetch(event.request)
}

/** The server's document; undefined if there is none in time, or another one responds in its place. */
async function serverDocument(event: FetchEvent, url: URL): Promise<Response | undefined> {
  const response = preloaded(event).then((preload) => preload ?? fetch(event.request))
  const inTime = await Promise.race([response.catch(() => undefined), wait(serverLimitMs)])
  if (!inTime || !isDocument(inTime)) return undefined
  event.waitUntil(withTimeLimit(storeDocument(url, inTime.clone())))
  return inTime
}

/** Replaces a stored document by the one that the browser has requested beside the worker, for the next time. */
async function renew(event: FetchEvent, url: URL, isRecent: boolean): Promise<void> {
  const preload = preloaded(event).catch(() => undefined)
  const response =
    (await Promise.race([preload, wait(serverLimitMs)])) ??
    (isRecent
      ? undefined
      : await fetch(event.request, { signal: AbortSignal.timeout(hardLimitMs) }).catch(
          () => undefined,
        ))
  if (response && isDocument(response)) await storeDocument(url, response)
}

/** A redirect of the store or its answer that a page does not exist count too; errors and portals do not. */
const isDocument = (response: Response) =>
  response.type === 'opaqueredirect' ||
  (isFromStore(response) && (response.status === 200 || response.status === 404))

/** The response to the request that the browser sent while the worker started; undefined without one. */
const preloaded = async (event: FetchEvent): Promise<Response | undefined> =>
  (await event.preloadResponse) as Response | undefined

/** Nobody waits for the response, so its failure is none either. */
const ignorePreload = (event: FetchEvent) => void preloaded(event).catch(() => undefined)

/**
 * Gives up work that takes too long, as where a navigation was cancelled: a worker that waits for it could not be replaced
 * by the next version.
 */
const withTimeLimit = (work: Promise<unknown>) =>
  Promise.race([work.catch(() => undefined), wait(hardLimitMs)])

const wait = (ms: number) => new Promise<undefined>((end) => setTimeout(end, ms, undefined))

/** Requests what the page will read first while its JavaScript still starts. */
function prefetchReads(event: FetchEvent, url: URL): void {
  const match = pageAt(url)
  for (const [, path] of readsForPage(match?.page, match?.params)) {
    const readUrl = new URL(`/api/${path}`, url.origin)
    const policy = cachePolicyOf(readUrl.pathname)
    if (policy)
      event.waitUntil(
        serveCached(event, readUrl.href, { ...policy, isPrefetch: true }).catch(() => undefined),
      )
  }
}
