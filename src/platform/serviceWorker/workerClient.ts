import { isSharedPath } from '#contract/api/publicReads.ts'
import type { Read } from '#contract/api/reads.ts'
import { menHomePath, paths } from '#contract/paths.ts'
import * as rules from '#contract/rules.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import type { ToWorker } from './workerMessages.ts'

/** The service worker that controls this page, if there is one. */
export const activeWorker = () => globalThis.navigator?.serviceWorker?.controller ?? undefined

/** Sends a message to the service worker. Without one the message is dropped. */
export function postToWorker(message: ToWorker): void {
  activeWorker()?.postMessage(message)
}

const seen = new Set<string>()

/** Records a read of this page until a service worker can store its response. */
export function recordRead([, path]: Read): void {
  if (!navigator.serviceWorker?.controller) seen.add(`/api/${path}`)
}

function clearReads(): void {
  seen.clear()
  performance.clearResourceTimings()
}

/** Has a new service worker store what the page read and showed before. */
export function sendReadsToWorker(): void {
  const images = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/photos/'))
    .map(({ pathname }) => pathname)
  postToWorker({ type: 'cache-urls', urls: [...seen, ...new Set(images)] })
  seen.clear()
}

/** Caches of the app itself. The others have images and responses of the API. */
const appCaches = new Set(['shell', 'connectivity'])

/**
 * Deletes what the worker stored of searches and of pages that were opened here. Does nothing where
 * storage is denied.
 */
export async function clearVisitedPages(): Promise<void> {
  clearReads()
  try {
    const names = (await caches.keys()).filter((name) => !appCaches.has(name))
    await Promise.all(names.map(deleteVisited))
  } catch {
    // If the caches cannot be accessed, nothing was stored.
  }
}

async function deleteVisited(name: string): Promise<void> {
  const cache = await caches.open(name)
  const stored = await cache.keys()
  const visited = stored.filter(({ url }) => !isShared(new URL(url)))
  if (visited.length === stored.length) await caches.delete(name)
  else await Promise.all(visited.map((request) => cache.delete(request)))
}

const isShared = ({ pathname, search }: URL) =>
  pathname.startsWith('/api/') && isSharedPath(pathname.slice('/api/'.length) + search)

/** Has the worker store the document of the home page for the gender chosen on this device. */
export function cacheHome(): void {
  const isForMen = localStorage.getItem(storageKeys.gender) === 'MEN'
  postToWorker({ type: 'cache-home', path: isForMen ? menHomePath : paths.home })
}

/**
 * Whether the worker served a document that is older than its data may be. The worker sends the time
 * of storing as the duration of the metric `stored-at` in `Server-Timing`; in browsers that do not
 * expose that, the document counts as old.
 */
export function isDocumentStale(): boolean {
  if (!navigator.serviceWorker?.controller) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const storedAt = visit?.serverTiming?.find(({ name }) => name === 'stored-at')
  // The age is negative where the clock was set back.
  const ageMs = Date.now() - (storedAt?.duration ?? 0)
  return ageMs < 0 || ageMs >= rules.cacheTtl.listsMs
}

/** Ends the push subscription of this browser. The server deletes its record with the session. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
