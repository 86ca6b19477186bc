import type { Read } from '#contract/api/reads.ts'
import { menHomePath, paths } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import type { ToWorker } from './workerMessages.ts'

/** The service worker that controls this page, if there is one. */
export const activeWorker = () => globalThis.navigator?.serviceWorker?.controller ?? undefined

/** Sends a message to the service worker. Without one the message is dropped. */
export function postToWorker(message: ToWorker): void {
  activeWorker()?.postMessage(message)
}

const seen = new Set<string>()

/** Remembers a read whose answer this page has, for a worker that comes later. */
export function recordRead([, path]: Read): void {
  if (!navigator.serviceWorker?.controller) seen.add(`/api/${path}`)
}

/** After this the worker is not given what was read until now. */
function clearReads(): void {
  seen.clear()
  performance.clearResourceTimings()
}

/** What was read and shown before there was a worker, given to it to keep. */
export function sendReadsToWorker(): void {
  const pictures = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/photos/'))
    .map(({ pathname }) => pathname)
  postToWorker({ type: 'keep', urls: [...seen, ...new Set(pictures)] })
  seen.clear()
}

/** The worker's caches with what every visitor gets. The others show what somebody searched for or opened. */
const publicCaches = new Set(['shell', 'lists', 'terms', 'connectivity'])

/** Deletes what the worker stored of the pages that were opened here. Safe where there is no storage. */
export async function clearVisitedPages(): Promise<void> {
  clearReads()
  try {
    const names = (await caches.keys()).filter((name) => !publicCaches.has(name))
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch {
    // Without access to the caches nothing was stored in them.
  }
}

/** Has the worker keep the document of home with the clothes that this device opens it with. */
export function cacheHome(): void {
  const isForMen = localStorage.getItem(storageKeys.gender) === 'MEN'
  postToWorker({ type: 'keep-home', path: isForMen ? menHomePath : paths.home })
}

/**
 * Whether the document was kept by the worker for longer than what it was drawn with is good for.
 * The worker says when it was kept; a browser that does not pass that on asks again each time.
 */
export function isDocumentStale(): boolean {
  if (!navigator.serviceWorker?.controller) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const kept = visit?.serverTiming?.find(({ name }) => name === 'kept')
  // Below zero where the clock was set back since.
  const ageMs = Date.now() - (kept?.duration ?? 0)
  return ageMs < 0 || ageMs >= rules.freshFor.listsMs
}

/** This browser is told nothing any more. What the store knew of it goes with the session. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
