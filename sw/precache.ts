import { shellPaths } from '#contract/workerRules.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

type Entry = { url: string; revision: string | null }

const entries: Entry[] = (self.__WB_MANIFEST as Entry[]).map(({ url, revision }) => ({
  url: new URL(url, self.location.origin).pathname,
  revision,
}))

const isDocument = (pathname: string) =>
  pathname === shellPaths.page || pathname === shellPaths.checkout

/**
 * Files needed for a first paint: the two documents, the entry's script and styles, logo and icons.
 */
const isCritical = ({ url }: Entry) =>
  isDocument(url) || /^\/(images\/|fonts\/|assets\/main-)/.test(url)

const concurrency = 12

export const openShellCache = () => caches.open('shell')

/** The key contains the revision, so that versions of a file do not mix. */
const keyOf = ({ url, revision }: Entry) => (revision ? `${url}?rev=${revision}` : url)

const keyOfRequest = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/**
 * Stores the files that a page cannot open without, or fails the installation. An update stores all
 * files before it can activate, because right after a deploy no other cache matches its pages.
 * Files of an interrupted installation stay for the next attempt.
 */
export async function installShell(): Promise<void> {
  const isUpdate = self.registration.active !== null
  const isNeeded = prefersReducedData() ? await sameFilesAsStored() : () => true
  await download(entries.filter((entry) => isCritical(entry) || (isUpdate && isNeeded(entry))))
}

/** Stores the other files when a page is idle. Files that fail are downloaded on demand. */
export async function warmCaches(): Promise<void> {
  await download(entries.filter((entry) => !isCritical(entry))).catch(() => undefined)
}

/** Whether an older version of a file is stored: with Save-Data an update downloads only those. */
async function sameFilesAsStored(): Promise<(entry: Entry) => boolean> {
  const stored = await (await openShellCache()).keys()
  const names = new Set(stored.map(({ url }) => withoutHash(new URL(url).pathname)))
  return ({ url }) => names.has(withoutHash(url))
}

/** `/assets/Cart-DFx1aB2_.js` and `/assets/Cart-9xQwErTy.js` are two versions of one file. */
const withoutHash = (pathname: string) => pathname.replace(/-[\w-]{8}(?=\.\w+$)/, '')

/**
 * At round trips of 300 ms the whole shell takes 3 s on HTTP/2 (5.7 s with six at once); on HTTP/1.1 a browser has six
 * connections at most.
 */
async function download(entries: Entry[]): Promise<void> {
  const cache = await openShellCache()
  const stored = new Set((await cache.keys()).map(keyOfRequest))
  const left = entries.filter((entry) => !stored.has(keyOf(entry)))
  const worker = async () => {
    for (let entry = left.shift(); entry; entry = left.shift()) {
      const response = await fetch(entry.url, { cache: entry.revision ? 'no-store' : 'default' })
      if (!(await isOurs(entry, response))) throw new Error(`${entry.url}: ${response.status}`)
      await cache.put(keyOf(entry), response)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** Whether this is the file, and not the HTML page of a captive portal. */
export const isFile = ({ status, headers }: Response) =>
  status === 200 && !headers.get('content-type')?.startsWith('text/html')

/**
 * A document must name files, all of this version: the page of a portal or of a later version does
 * not.
 */
async function isOurs({ url }: Entry, response: Response): Promise<boolean> {
  if (!isDocument(url)) return isFile(response)
  const files = filesIn(await response.clone().text())
  const isComplete =
    files.length > 0 && files.every((file) => entries.some(({ url }) => url === file))
  return response.status === 200 && !response.redirected && isComplete
}

/** Scripts and styles that a document names. */
export const filesIn = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? []

const version = entries.find(({ url }) => url === shellPaths.page)?.revision

/** A cache key for this version only; the next version deletes it with the old shell. */
export const versionKey = (pathname: string) => `${pathname}?rev=${version}`

const listKey = '/shell-list'

/**
 * Deletes the files of older versions, except those of the version just before this one: its pages
 * may still be open and request their chunks.
 */
export async function deleteOldShell(): Promise<void> {
  const cache = await openShellCache()
  const current = entries.map(keyOf)
  const before = ((await (await cache.match(listKey))?.json()) ?? []) as string[]
  const neededKeys = new Set([...current, ...before, listKey])
  for (const request of await cache.keys()) {
    if (!neededKeys.has(keyOfRequest(request))) await cache.delete(request)
  }
  await cache.put(listKey, Response.json(current))
}

/** Returns a file of the shell, if it is stored. */
export async function matchShell(pathname: string): Promise<Response | undefined> {
  const entry = entries.find(({ url }) => url === pathname)
  try {
    return await (await openShellCache()).match(entry ? keyOf(entry) : pathname)
  } catch {
    // If storage is denied, the network responds.
    return undefined
  }
}

/** Whether a file of this version is stored. */
export async function isPrecached(pathname: string): Promise<boolean> {
  const isOurs = entries.some(({ url }) => url === pathname)
  return isOurs && (await matchShell(pathname)) !== undefined
}

/** Serves a chunk from the shell, else from the network, and stores it. */
export async function serveChunk(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const cached = await matchShell(pathname)
  if (cached) return cached
  const response = await fetch(request)
  if (isFile(response)) {
    const copy = response.clone()
    // On a full disk the file is used without being stored.
    await openShellCache()
      .then((cache) => cache.put(pathname, copy))
      .catch(() => undefined)
  } else if (response.ok) return Response.error()
  return response
}
