import { pageAt } from '#contract/paths.ts'
import { readsForPage } from '#contract/api/reads.ts'
import { freshFor } from './freshFor.ts'
import { addressOf, isFresh, keptHome } from './homeDocument.ts'
import { picture } from './pictures.ts'
import { chunk, fromShell } from './precache.ts'
import { keepingOf } from './routes.ts'
import { savedProduct } from './savedProduct.ts'

declare const self: ServiceWorkerGlobalScope

/** Addresses that are no page: what the server answers itself, and files. */
const noPage =
  /^\/(api|dev|maps-frame|photos|images|assets|fonts|icons|metrics|healthz|readyz|network-login)(\/|$)|\.\w+$/
const files = /^\/(assets|fonts)\//
/** What shows a shopper's own things is never kept. */
const pictures = /^\/(photos(?!\/returns)|images)\//
const product = /^\/api\/products\/([^/]+)$/

/**
 * What the worker answers: pages, files, pictures and the public reads of the contract. All else
 * goes to the network as if there were no worker, above all whatever carries a token.
 */
export function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const url = new URL(request.url)
  const isOthers = url.origin !== self.location.origin || request.method !== 'GET'
  if (isOthers || request.headers.has('Authorization') || request.headers.has('Range'))
    return undefined

  if (request.mode === 'navigate') return noPage.test(url.pathname) ? undefined : page(event, url)
  if (files.test(url.pathname)) return chunk(request)
  if (pictures.test(url.pathname)) return shellOrPicture(event, url)
  const keeping = keepingOf(url.pathname)
  return keeping && freshFor(event, request.url, { ...keeping, instead: () => fromLists(url) })
}

/**
 * Home opens from its kept document, every other page from the shell; the one where money moves
 * from a shell of its own.
 */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const home = await keptHome(url).catch(() => undefined)
  if (home) {
    if (!isFresh(home)) askAhead(event, addressOf(home))
    return home
  }
  const shell = /^\/checkout\/?$/.test(url.pathname) ? '/checkout.html' : '/index.html'
  askAhead(event, url)
  return (await fromShell(shell)) ?? fetch(event.request)
}

/** What the page will ask first is on its way while its program still starts. */
function askAhead(event: FetchEvent, url: URL): void {
  const found = pageAt(url)
  for (const [, path] of readsForPage(found?.page, found?.params)) {
    const address = new URL(`/api/${path}`, url.origin)
    const keeping = keepingOf(address.pathname)
    if (keeping)
      event.waitUntil(
        freshFor(event, address.href, { ...keeping, isAhead: true }).catch(() => undefined),
      )
  }
}

async function shellOrPicture(event: FetchEvent, { pathname, href }: URL): Promise<Response> {
  return (await fromShell(pathname)) ?? picture(event, href)
}

/** A product that was only seen in a list still opens when the store cannot be reached. */
async function fromLists({ pathname }: URL): Promise<Response | undefined> {
  const id = product.exec(pathname)?.[1]
  return id === undefined ? undefined : savedProduct(decodeURIComponent(id))
}
