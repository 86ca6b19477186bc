import { pageAt } from '#contract/paths.ts'
import { genderOf } from '#contract/api/reads.ts'
import { freshFor, request, staleFor } from '#contract/workerRules.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { filesIn, isInShell, ofThisVersion, shell } from './precache.ts'
import { ageOf, withTimestamp } from './storedResponse.ts'

declare const self: ServiceWorkerGlobalScope

/** One document only, of the gender that was chosen last. No other version of the worker finds it. */
const key = ofThisVersion('/')
/** The address it is the document of. */
const ofAddress = 'content-location'

/**
 * The document of home as the server drew it, if it is kept and still good for `url`: an address
 * that names a gender wants that one's, any other wants what was chosen.
 */
export async function cachedHome(url: URL): Promise<Response | undefined> {
  const asked = pageAt(url)
  if (asked?.page !== 'home') return undefined
  const kept = await (await shell()).match(key)
  if (!kept || !isYounger(kept, staleFor.listsMs)) return undefined
  const isWanted = !asked.params.gender || genderOf(asked.params) === genderOf(paramsOf(kept))
  return isWanted ? kept : undefined
}

/** Whether what it was drawn with is still within its time. */
export const isFresh = (kept: Response) => isYounger(kept, freshFor.listsMs)

/** The address a kept document is of, which may be another than the one it answers. */
export const addressOf = (kept: Response) =>
  new URL(kept.headers.get(ofAddress) ?? '/', self.location.origin)

/** The address asked for last: an answer that comes after another question is not kept. */
let wanted = ''

/**
 * Brings the document of home at `path` and keeps it, unless it is here and within its time. Only a
 * whole one of this very version is kept: all that it asks for is in the shell. It is drawn for a
 * visitor, so nothing of a user can be in it.
 */
export async function cacheHome(path: string): Promise<void> {
  wanted = path
  const address = new URL(path, self.location.origin)
  const isHome = address.origin === self.location.origin && pageAt(address)?.page === 'home'
  if (!isHome) return
  const cache = await shell()
  const kept = await cache.match(key)
  const isSame = kept?.headers.get(ofAddress) === path
  if (kept && isSame && isFresh(kept)) return
  // What was chosen since would be shown only after what was chosen before.
  if (kept && !isSame) await cache.delete(key)
  if (prefersReducedData()) return

  const answer = await fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(request.hardLimitMs),
  })
  const text = await answer.text()
  const isGood = answer.status === 200 && !answer.redirected && (await isWhole(text))
  if (isGood && wanted === path) await cache.put(key, asDocument(answer, text, path))
}

/** Drawn, and with each of its files in the shell of this version. */
async function isWhole(text: string): Promise<boolean> {
  const files = filesIn(text)
  if (files.length === 0 || !/<div id="root"><[\w!]/.test(text)) return false
  return (await Promise.all(files.map(isInShell))).every(Boolean)
}

/** It says since when it is kept: the page asks again for what is older than its time. */
function asDocument(answer: Response, text: string, path: string): Response {
  const document = withTimestamp(answer, text)
  document.headers.set('server-timing', `kept;dur=${Date.now()}`)
  document.headers.set(ofAddress, path)
  return document
}

function isYounger(kept: Response, limitMs: number): boolean {
  const age = ageOf(kept)
  return age >= 0 && age < limitMs
}

const paramsOf = (kept: Response) => Object.fromEntries(addressOf(kept).searchParams)
