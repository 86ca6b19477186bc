import { pageAt } from '#contract/paths.ts'
import { genderOf } from '#contract/api/reads.ts'
import { cacheTtl, request, maxStale } from '#contract/workerRules.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { filesIn, isPrecached, versionKey, openShellCache } from './precache.ts'
import { ageOf, withTimestamp } from './storedResponse.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Only one document is stored, for the gender chosen last. The key contains the version, so that no
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
