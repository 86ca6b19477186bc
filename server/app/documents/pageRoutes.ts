import { type Context, Hono } from 'hono'
import { setTimeout } from 'node:timers/promises'

import * as rules from '#contract/rules.ts'
import { shellPaths } from '#contract/workerRules.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import {
  countRead,
  type ReadCounts,
  retryAfterSeconds,
} from '#server/platform/limits/rateLimits.ts'
import { QueueFullError, taskQueue } from '#server/platform/runtime/concurrency.ts'
import { log } from '#server/platform/observability/log.ts'
import { pageSources } from '#contract/pages/navigation.ts'
import { pageAt, paths, sharePath } from '#contract/pages/paths.ts'
import { sharedTarget } from '#contract/pages/sharedTarget.ts'
import { defaultStoreName, defaultTagline } from '#contract/store/storeTerms.ts'
import type { BuiltPage } from './builtPage.ts'
import {
  contentPolicyOf,
  type ThirdPartyHosts,
  noThirdPartyHosts,
  withFrames,
} from './contentPolicy.ts'
import { renderDocument, type RenderedPage } from './renderDocument.ts'
import {
  cachePages,
  type CompressedPage,
  compressFast,
  sendCompressed,
  sendFallback,
} from './pageCache.ts'

/** The built `src/renderPage.tsx`. `main.ts` injects it, so that the server does not import the page's code. */
export type RenderPage = (
  url: URL,
  fetcher: (path: string) => Promise<unknown>,
) => Promise<RenderedPage>

type PageRouteOptions = {
  fetcher: (path: string) => Promise<unknown>
  renderPage: RenderPage
  builtPage: BuiltPage
  origin: string
  /** Third-party hosts that `/checkout` may use. */
  checkoutHosts: ThirdPartyHosts
  /** Origins of the maps frame. */
  frameOrigins: string[]
  /** Number of our own proxies in front of the server. Without it, pages are not rate-limited. */
  trustedProxies?: number | undefined
  load?: RenderLoad
  /** The current path of a page that has another one now; undefined if it has not. */
  currentPath?: (url: URL) => string | undefined
}

/**
 * Rendering blocks the thread that orders and payments need too, so few pages render at the same time and
 * a bounded number waits. Further requests get the empty document, which the browser renders itself.
 */
const renderLimits = { max: 8, maxWaiting: 42 }

/**
 * A 429 or 503 page is delayed: after an immediate response a client that retries would come back sooner, and
 * the responses themselves would slow down orders. Beyond `maxDelayed` waiting ones it is sent at once.
 */
const refusalDelayMs = 1000
const maxDelayed = 2000

/** Counts for `/metrics`: pages being rendered now, and empty documents sent instead of rendered pages. */
export type RenderLoad = { rendering: number; shells: number }

/**
 * Server-rendered documents. A page is rendered for a visitor who is not logged in and holds no personal
 * data, so it can be cached for everybody. `/checkout` has its own content security policy and is opened as a
 * new document, so its shell has the header, for the time until the program starts; the other shell is empty.
 * The service worker caches both (`shellPaths`). Other spellings of a path redirect permanently to the canonical one,
 * and lists of a brand or category that was merged to the list of the other one.
 */
export function pageRoutes({
  fetcher,
  renderPage,
  builtPage,
  origin,
  checkoutHosts,
  frameOrigins,
  trustedProxies,
  load = { rendering: 0, shells: 0 },
  currentPath = () => undefined,
}: PageRouteOptions) {
  const counts: ReadCounts = new Map()
  const maxPages = rules.limits.pagesPerMinute
  const pageHosts = withFrames(noThirdPartyHosts, frameOrigins)
  const shells = cachePages(async (address): Promise<CompressedPage> => {
    const isCheckout = address === shellPaths.checkout
    const shell = isCheckout ? renderCheckout() : renderShell(fetcher)
    const document = renderDocument(await shell, builtPage, origin)
    const hosts = isCheckout ? withFrames(checkoutHosts, frameOrigins) : pageHosts
    return compressFast(document.parts, 200, {
      'Content-Security-Policy': contentPolicyOf(document, hosts),
    })
  })
  const pages = cachePages(async (address) => {
    const rendered = await render(address)
    const document = renderDocument(rendered, builtPage, origin)
    const headers = { 'Content-Security-Policy': contentPolicyOf(document, pageHosts) }
    return compressFast(document.parts, rendered.status, headers)
  })

  let delayed = 0
  const enqueueRender = taskQueue(renderLimits)
  const render = (address: string) =>
    enqueueRender(async () => {
      load.rendering += 1
      try {
        return await renderPage(new URL(origin + address), fetcher)
      } finally {
        load.rendering -= 1
      }
    })

  /** Without responses, because the service worker stores this document longer than they are valid. */
  const renderCheckout = (): Promise<RenderedPage> =>
    render('/checkout').then(
      (rendered) => ({ ...rendered, responses: {} }),
      () => renderShell(fetcher),
    )

  /** Sends the empty document: the browser renders the page itself, and its API calls have their own limits. */
  async function sendShell(c: Context, status: 429 | 503) {
    load.shells += 1
    if (delayed < maxDelayed) {
      delayed += 1
      await setTimeout(refusalDelayMs)
      delayed -= 1
    }
    return sendFallback(c, await shells(shellPaths.page), status)
  }

  return new Hono()
    .on('GET', Object.values(shellPaths), async (c, next) =>
      isOpened(c) ? next() : sendCompressed(c, await shells(c.req.path)),
    )
    .get(sharePath, (c) => c.redirect(sharedTarget(new URL(c.req.url).searchParams, origin), 302))
    .get('/checkout', async (c) => sendCompressed(c, await shells(shellPaths.checkout)))
    .get('*', async (c) => {
      const url = new URL(c.req.url)
      const { pathname, search } = url
      if (isUselessPreload(c)) return c.body(null, 204)
      const canonical = canonicalPath(pathname)
      if (canonical !== undefined) return c.redirect(canonical + search, 301)
      const current = currentPath(url)
      if (current !== undefined) return c.redirect(current, 301)
      const limitedUntil =
        trustedProxies !== undefined && countRead(c, { trustedProxies, counts, max: maxPages })
      if (limitedUntil) {
        c.header('Retry-After', String(retryAfterSeconds(limitedUntil)))
        return sendShell(c, 429)
      }
      try {
        return sendCompressed(c, await pages(pathname + search))
      } catch (error) {
        if (error instanceof QueueFullError) return sendShell(c, 503)
        // The browser can still render the page, and shows an error message if it cannot.
        log.error({ err: error }, 'A page could not be rendered')
        return sendCompressed(c, await shells(shellPaths.page))
      }
    })
}

/** A service worker opens these pages without the server, but the browser requests every page beside it. */
function isUselessPreload(c: Context): boolean {
  const isPreload = c.req.header('Service-Worker-Navigation-Preload') !== undefined
  return isPreload && !pageSources(pageAt(new URL(c.req.url))?.page).includes('server')
}

/** Whether a browser opens the path as a page. */
const isOpened = (c: Context) => c.req.header('Sec-Fetch-Dest') === 'document'

/** An empty document with the store's name and accent colour, or the defaults if they cannot be read. */
export async function renderShell(
  fetcher: (path: string) => Promise<unknown>,
): Promise<RenderedPage> {
  const response = (await fetcher('store').catch(() => undefined)) as
    { result: StoreFacts } | undefined
  const store = response?.result
  const accent = store?.colours?.accent
  return {
    html: '',
    responses: {},
    head: {
      title: store?.name ?? defaultStoreName,
      description: store?.tagline ?? defaultTagline,
      canonical: '/',
      isIndexed: false,
      siteName: store?.name ?? defaultStoreName,
      ...(accent && { accent }),
      preload: [],
      structured: [],
    },
    page: undefined,
    isNotFound: false,
    status: 200,
  }
}

/** Paths that people guess or that old links use, with their current path. */
const aliases: [alias: RegExp, path: string][] = [
  [/^\/product\/([^/]+)$/i, '/products/$1'],
  [/^\/(?:home|index)$/i, '/'],
]

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`, 'i'),
}))

/**
 * The canonical form of a path with a trailing slash, repeated slashes, capitals or an alias. Undefined if
 * the path is canonical already or matches no page. Never another host, so a redirect to it is safe.
 */
export function canonicalPath(path: string): string | undefined {
  const normalized = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const [alias, target] = aliases.find(([pattern]) => pattern.test(normalized)) ?? []
  const resolved = alias && target !== undefined ? normalized.replace(alias, target) : normalized
  for (const { path: known, pattern } of patterns) {
    const parts = pattern.exec(resolved)?.slice(1)
    if (!parts) continue
    const canonical = known.replace(/:\w+/g, () => parts.shift() ?? '')
    return canonical === path ? undefined : canonical
  }
  return undefined
}
