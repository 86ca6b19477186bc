import type { Read } from '#contract/api/reads.ts'
import { menHomePath, paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import type { ToWorker } from './workerMessages.ts'

/** The service worker that controls this page, if there is one. */
export const activeWorker = () => globalThis.navigator?.serviceWorker?.controller ?? undefined

/** Sends a message to the service worker. Without one the message is dropped. */
export function postToWorker(message: ToWorker): void {
  activeWorker()?.postMessage(message)
}

/** What this page read before a service worker could store its response. */
export const seenReads = new Set<string>()

/** Records a read of this page until a service worker can store its response. */
export function recordRead([, path]: Read): void {
  if (!navigator.serviceWorker?.controller) seenReads.add(`/api/${path}`)
}

/** Has the worker store the document of the home page for the gender chosen on this device. */
export function cacheHome(): void {
  const isForMen = localStorage.getItem(storageKeys.gender) === 'MEN'
  postToWorker({ type: 'cache-home', path: isForMen ? menHomePath : paths.home })
}

/**
 * Whether the worker served a stored document that is older than its data may be; prices and
 * sizes are always read again. The worker sends the time of storing as the duration of the metric `stored-at` in
 * `Server-Timing`; in browsers that do not expose that, every document counts as old.
 */
export function isDocumentStale(): boolean {
  if (!navigator.serviceWorker?.controller) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!visit?.serverTiming) return true
  const storedAt = visit.serverTiming.find(({ name }) => name === 'stored-at')
  if (!storedAt) return false
  // The age is negative where the clock was set back.
  const ageMs = Date.now() - storedAt.duration
  return location.pathname !== paths.home || ageMs < 0 || ageMs >= rules.cacheTtl.listsMs
}
