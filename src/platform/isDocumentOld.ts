import { rules } from '#contract/rules.ts'

/**
 * Whether the document was kept by the worker for longer than what it was drawn with is good for.
 * The worker says when it was kept; a browser that does not pass that on asks again each time.
 */
export function isDocumentOld(): boolean {
  if (!navigator.serviceWorker?.controller) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const kept = visit?.serverTiming?.find(({ name }) => name === 'kept')
  // Below zero where the clock was set back since.
  const ageMs = Date.now() - (kept?.duration ?? 0)
  return ageMs < 0 || ageMs >= rules.freshFor.listsMs
}
