import { type Context, Hono } from 'hono'
import { setTimeout } from 'node:timers/promises'

import { rules } from '#contract/rules.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import { retryAfterSeconds } from '#server/platform/limits/rateLimits.ts'
import { countRead, type ReadCounts } from '#server/platform/limits/readLimits.ts'
import { QueueFull, taskQueue } from '#server/platform/limits/taskQueue.ts'
import { log } from '#server/platform/observability/log.ts'
import type { BuiltPage } from './builtPage.ts'
import { contentPolicyOf, type ForeignHosts, noForeignHosts, withFrames } from './contentPolicy.ts'
import { renderDocument, type RenderedPage } from './renderDocument.ts'
import {
  cachePages,
  type CompressedPage,
  compressFast,
  sendCompressed,
  sendFallback,
} from './pageCache.ts'
import { canonicalPath } from './canonicalPath.ts'

/** `src/renderPage.tsx` as built. `main.ts` hands it in, so that nothing here imports the page. */
export type RenderPage = (
  url: URL,
  ask: (path: string) => Promise<unknown>,
) => Promise<RenderedPage>

type Parts = {
  ask: (path: string) => Promise<unknown>
  renderPage: RenderPage
  built: BuiltPage
  origin: string
  /** What the payment page may talk to. */
  checkoutHosts: ForeignHosts
  /** Where the frame with the maps may come from. */
  frames: string[]
  /** How many of our own proxies stand before the store; left out, nobody's pages are counted. */
  limitedBehind?: number | undefined
  load?: RenderLoad
}

/**
 * Rendering takes this process's only thread, which orders and payments need too: so many pages are
 * rendered at the same time, so many more wait for their turn, and the next ones are not rendered.
 */
const mostRenders = { most: 8, mostWaiting: 42 }

/**
 * A page is refused after a while: an immediate answer would only bring the next request sooner, and the
 * refusals themselves would slow down orders. Beyond so many that wait, the answer is immediate.
 */
const refusalDelayMs = 1000
const maxDelayed = 2000

/** What `/metrics` tells of rendering. */
export type RenderLoad = { rendering: number; shells: number }

/**
 * The first HTML of every address. It is drawn for a visitor and holds nothing of a user, so a
 * short while the same answer serves everybody. `/checkout` is a document of its own, under its own
 * policy; it and `/index.html` are the empty shells that the worker keeps. An address has one
 * spelling: the others lead there for good.
 */
export function pageRoutes({
  ask,
  renderPage,
  built,
  origin,
  checkoutHosts,
  frames,
  limitedBehind,
  load = { rendering: 0, shells: 0 },
}: Parts) {
  const counts: ReadCounts = new Map()
  const most = rules.limits.pagesPerMinute
  const pageHosts = withFrames(noForeignHosts, frames)
  const shells = cachePages(async (address): Promise<CompressedPage> => {
    const document = renderDocument(await shellOf(ask), built, origin)
    const hosts = address === '/checkout' ? withFrames(checkoutHosts, frames) : pageHosts
    return compressFast(document.parts, 200, {
      'Content-Security-Policy': contentPolicyOf(document, hosts),
    })
  })
  const pages = cachePages(async (address) => {
    const drawn = await render(address)
    const document = renderDocument(drawn, built, origin)
    const headers = { 'Content-Security-Policy': contentPolicyOf(document, pageHosts) }
    return compressFast(document.parts, drawn.isNotFound ? 404 : 200, headers)
  })

  let delayed = 0
  const inTurn = taskQueue(mostRenders)
  const render = (address: string) =>
    inTurn(async () => {
      load.rendering += 1
      try {
        return await renderPage(new URL(origin + address), ask)
      } finally {
        load.rendering -= 1
      }
    })

  /** The empty document: the browser renders the page itself, from calls that have limits of their own. */
  async function shellInstead(c: Context, status: 429 | 503) {
    load.shells += 1
    if (delayed < maxDelayed) {
      delayed += 1
      await setTimeout(refusalDelayMs)
      delayed -= 1
    }
    return sendFallback(c, await shells('/index.html'), status)
  }

  return new Hono()
    .get('/index.html', async (c) => sendCompressed(c, await shells('/index.html')))
    .get('/checkout.html', async (c) => sendCompressed(c, await shells('/checkout')))
    .get('/checkout', async (c) => sendCompressed(c, await shells('/checkout')))
    .get('*', async (c) => {
      const { pathname, search } = new URL(c.req.url)
      const tidy = canonicalPath(pathname)
      if (tidy !== undefined) return c.redirect(tidy + search, 301)
      const overUntil =
        limitedBehind !== undefined && countRead(c, { trustedProxies: limitedBehind, counts, most })
      if (overUntil) {
        c.header('Retry-After', String(retryAfterSeconds(overUntil)))
        return shellInstead(c, 429)
      }
      try {
        return sendCompressed(c, await pages(pathname + search))
      } catch (error) {
        if (error instanceof QueueFull) return shellInstead(c, 503)
        // The browser can still draw by itself, and says what is wrong if it cannot.
        log.error({ err: error }, 'A page could not be drawn')
        return sendCompressed(c, await shells('/index.html'))
      }
    })
}

/** A document with nothing drawn in it. It bears the store's name and colour, if it can be asked. */
export async function shellOf(ask: (path: string) => Promise<unknown>): Promise<RenderedPage> {
  const answer = (await ask('store').catch(() => undefined)) as { result: StoreFacts } | undefined
  const store = answer?.result
  const accent = store?.colours?.accent
  return {
    html: '',
    fallback: {},
    head: {
      title: store?.name ?? 'Pehno',
      description: store?.tagline ?? 'Style Delivered in 60 mins',
      canonical: '/',
      isIndexed: false,
      siteName: store?.name ?? 'Pehno',
      ...(accent && { accent }),
      preload: [],
      structured: [],
    },
    page: undefined,
    isNotFound: false,
  }
}
