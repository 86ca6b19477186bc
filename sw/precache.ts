import { prefersReducedData } from '#platform/connectivity/connectivity.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

type Entry = { url: string; revision: string | null }

const entries: Entry[] = self.__WB_MANIFEST.map(({ url, revision }) => ({
  url: new URL(url, self.location.origin).pathname,
  revision,
}))

/** What a first paint needs: the two documents, the entry's program and styles, logo and icons. */
const isCritical = ({ url }: Entry) =>
  /^\/((index|checkout)\.html$|images\/|fonts\/|assets\/main-)/.test(url)

const atOnce = 6

export const shell = () => caches.open('shell')

/** A revision is a part of the key, so that two versions of a file do not meet. */
const keyOf = ({ url, revision }: Entry) => (revision ? `${url}?rev=${revision}` : url)

/**
 * Stores what a page cannot open without, or fails the installation. An update stores everything
 * before it may activate: the store must open offline right after a deploy, when nothing but this
 * worker's own list fits its pages any more. What an interrupted installation has stored stays for
 * the next try.
 */
export async function installShell(): Promise<void> {
  const isUpdate = self.registration.active !== null
  const isNeeded = prefersReducedData() ? await sameFilesAsStored() : () => true
  await download(entries.filter((entry) => isCritical(entry) || (isUpdate && isNeeded(entry))))
}

/** Stores the rest when a page is idle. What fails now is downloaded when it is asked for. */
export async function warmCaches(): Promise<void> {
  await download(entries.filter((entry) => !isCritical(entry))).catch(() => undefined)
}

/** Whether an older version of a file is stored: with Save-Data an update downloads no other. */
async function sameFilesAsStored(): Promise<(entry: Entry) => boolean> {
  const stored = await (await shell()).keys()
  const names = new Set(stored.map(({ url }) => withoutHash(new URL(url).pathname)))
  return ({ url }) => names.has(withoutHash(url))
}

/** `/assets/Cart-DFx1aB2_.js` and `/assets/Cart-9xQwErTy.js` are two versions of one file. */
const withoutHash = (pathname: string) => pathname.replace(/-[\w-]{8}(?=\.\w+$)/, '')

/** Six at a time: one by one takes three times as long on a slow connection. */
async function download(wanted: Entry[]): Promise<void> {
  const cache = await shell()
  const left = [...wanted]
  const worker = async () => {
    for (let entry = left.shift(); entry; entry = left.shift()) {
      const key = keyOf(entry)
      if (await cache.match(key)) continue
      const answer = await fetch(entry.url, { cache: entry.revision ? 'no-store' : 'default' })
      if (!(await isOurs(entry, answer))) throw new Error(`${entry.url}: ${answer.status}`)
      await cache.put(key, answer)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Whether this is a file, and not the HTML page of a captive portal in its place. */
export const isFile = ({ status, headers }: Response) =>
  status === 200 && !headers.get('content-type')?.startsWith('text/html')

/** A document must name files, and only files of this version: no portal's does, nor a later build's. */
async function isOurs({ url }: Entry, answer: Response): Promise<boolean> {
  if (!url.endsWith('.html')) return isFile(answer)
  const files = filesIn(await answer.clone().text())
  const isWhole = files.length > 0 && files.every((file) => entries.some((one) => one.url === file))
  return answer.status === 200 && !answer.redirected && isWhole
}

/** The programs and styles that a document names. */
export const filesIn = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? []

const version = entries.find(({ url }) => url === '/index.html')?.revision

/** A key for what fits this version only: the next one drops it with the rest of the old shell. */
export const ofThisVersion = (pathname: string) => `${pathname}?rev=${version}`

const listKey = '/shell-list'

/**
 * What older versions brought goes, except what the version just before this one brought: pages of
 * it may still be open and ask for their chunks.
 */
export async function deleteOldShell(): Promise<void> {
  const cache = await shell()
  const current = entries.map(keyOf)
  const before = ((await (await cache.match(listKey))?.json()) ?? []) as string[]
  const wanted = new Set([...current, ...before, listKey])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!wanted.has(pathname + search)) await cache.delete(request)
  }
  await cache.put(listKey, Response.json(current))
}

/** A file of the shell, if it is one and it is there. */
export async function matchShell(pathname: string): Promise<Response | undefined> {
  const entry = entries.find(({ url }) => url === pathname)
  try {
    return await (await shell()).match(entry ? keyOf(entry) : pathname)
  } catch {
    // Where storage is refused the network has it.
    return undefined
  }
}

/** Whether a file is one of this version, and is there. */
export async function isInShell(pathname: string): Promise<boolean> {
  const isOurs = entries.some(({ url }) => url === pathname)
  return isOurs && (await matchShell(pathname)) !== undefined
}

/** A chunk from the shell, else from the network and kept. */
export async function chunk(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const kept = await matchShell(pathname)
  if (kept) return kept
  const answer = await fetch(request)
  if (isFile(answer)) {
    const copy = answer.clone()
    // On a full device the file is used without being stored.
    await shell()
      .then((cache) => cache.put(pathname, copy))
      .catch(() => undefined)
  } else if (answer.ok) return Response.error()
  return answer
}
