import { pageSources } from '#contract/pages/navigation.ts'
import { pageAt } from '#contract/pages/paths.ts'
import { genderOf } from '#contract/api/reads.ts'
import { cacheTtl, documentsCache, request, maxStale } from '#contract/workerRules.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { filesIn, isPrecached, versionKey, openShellCache } from '#sw/precache.ts'
import { cacheKeyOf, storeRead } from '#sw/responses/apiCache.ts'
import { ageOf, withTimestamp } from '#sw/responses/storedResponse.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Of home only one document is stored, for the gender chosen last. The key contains the version, so that no
 * other version of the worker finds it.
 */
const key = versionKey('/')
/** The URL of the document. */
const urlHeader = 'content-location'

/**
 * The stored document of the home page if it may be served for `url`: a URL with a gender needs
 * that gender's, any other one the chosen gender's.
 */
export async function cachedHome(url: URL): Promise<Response | undefined> {
  const route = pageAt(url)
  if (route?.page !== 'home') return undefined
  const stored = await (await openShellCache()).match(key)
  if (!stored || !isYounger(stored, maxStale.listsMs)) return undefined
  const isSameGender = !route.params.gender || genderOf(route.params) === genderOf(paramsOf(stored))
  return isSameGender ? stored : undefined
}

const openDocuments = () => caches.open(documentsCache)
/** Documents of lists and products take at most this space; those that were not opened for the longest time go first. */
const maxBytes = 3_000_000
const bytesHeader = 'x-sw-bytes'

/** The stored document of a list, a product or a search, if there is one that may be shown. */
export async function storedDocument(url: URL): Promise<Response | undefined> {
  try {
    const stored = await (await openDocuments()).match(cacheKeyOf(url))
    return stored && isYounger(stored, maxStale.listsMs) ? stored : undefined
  } catch {
    // If storage is denied, there is none.
    return undefined
  }
}

/**
 * Stores the responses in the document of a list, a product or a search, which the page then need not request, and the
 * document itself if it is complete and of this version. One that is gone is deleted.
 */
export async function storeDocument(url: URL, response: Response): Promise<void> {
  const documentKey = cacheKeyOf(url)
  if (response.status !== 200) {
    await (await openDocuments()).delete(documentKey)
    return
  }
  if (response.redirected || !isStorable(url)) return
  const text = await response.text()
  await storeResponses(text)
  if (!(await isComplete(text))) return
  const document = asDocument(response, text, url.pathname + url.search)
  document.headers.set(bytesHeader, String(text.length))
  const cache = await openDocuments()
  await cache.put(documentKey, document)
  await trimDocuments(cache)
}

/** Requests and stores the document of the page at `path`, which was opened before this worker controlled it. */
export async function cacheDocument(path: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin || !isStorable(url) || prefersReducedData()) return
  const signal = AbortSignal.timeout(request.hardLimitMs)
  await storeDocument(url, await fetch(url, { credentials: 'omit', signal }))
}

/** Home has a document of its own. */
function isStorable(url: URL): boolean {
  const page = pageAt(url)?.page
  return page !== 'home' && pageSources(page).includes('stored')
}

async function trimDocuments(cache: Cache): Promise<void> {
  let left = maxBytes
  for (const stored of [...(await cache.keys())].reverse()) {
    const document = await cache.match(stored)
    left -= Number(document?.headers.get(bytesHeader))
    if (left < 0) await cache.delete(stored)
  }
}

/** The other responses in a document are shortened to what its page shows. */
const wholeReads = ['readProducts', 'readProduct', 'readPairings']

/** Stores the responses in a document as if the page had requested them. */
async function storeResponses(text: string): Promise<void> {
  const [, inlined = '{}'] = /id="responses">(.*?)<\/script>/s.exec(text) ?? []
  for (const [key, response] of Object.entries(JSON.parse(inlined) as Record<string, unknown>)) {
    // The key of a read as SWR writes it.
    const [, name = '', path = ''] = /^@"(\w+)","(.*)",$/.exec(key) ?? []
    if (wholeReads.includes(name)) await storeRead(path, response)
  }
}

/** Whether the data in the document is still fresh. */
export const isFresh = (stored: Response) => isYounger(stored, cacheTtl.listsMs)

/** The URL of a stored document, which may differ from the requested one. */
export const documentUrl = (stored: Response) =>
  new URL(stored.headers.get(urlHeader) ?? '/', self.location.origin)

/** The URL requested last: a response to an earlier request is discarded. */
let requestedPath = ''

/**
 * Requests and stores the document of the home page at `path`, unless a fresh one is stored. Only a
 * complete document of this version is stored, whose files are all in the shell. It is rendered for
 * a guest, so it has no customer data.
 */
export async function cacheHome(path: string): Promise<void> {
  requestedPath = path
  const url = new URL(path, self.location.origin)
  const isHome = url.origin === self.location.origin && pageAt(url)?.page === 'home'
  if (!isHome) return
  const cache = await openShellCache()
  const stored = await cache.match(key)
  const isSame = stored?.headers.get(urlHeader) === path
  if (stored && isSame && isFresh(stored)) return
  // The document of the previous gender must not be served any more.
  if (stored && !isSame) await cache.delete(key)
  if (prefersReducedData()) return

  const response = await fetch(url, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(request.hardLimitMs),
  })
  const text = await response.text()
  const isGood = response.status === 200 && !response.redirected && (await isComplete(text))
  if (isGood && requestedPath === path) await cache.put(key, asDocument(response, text, path))
}

/** Whether it is server-rendered, and all its files are in the shell of this version. */
async function isComplete(text: string): Promise<boolean> {
  const files = filesIn(text)
  if (files.length === 0 || !/<div id="root"><[\w!]/.test(text)) return false
  return (await Promise.all(files.map(isPrecached))).every(Boolean)
}

/** Adds the time of storing: the page reads outdated data again. */
function asDocument(response: Response, text: string, path: string): Response {
  const document = withTimestamp(response, text)
  document.headers.set('server-timing', `stored-at;dur=${Date.now()}`)
  document.headers.set(urlHeader, path)
  return document
}

function isYounger(stored: Response, limitMs: number): boolean {
  const age = ageOf(stored)
  return age >= 0 && age < limitMs
}

const paramsOf = (stored: Response) => Object.fromEntries(documentUrl(stored).searchParams)
