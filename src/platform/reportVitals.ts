import { calls } from '#contract/api/calls.ts'
import { pageAt } from '#contract/pages/paths.ts'
import type { Vitals } from '#contract/store/storeFacts.ts'

type Metric = Vitals['metrics'][number]['name']
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Interaction = PerformanceEntry & { interactionId?: number }

/** Shorter interactions are not noticeable and need not be reported. */
const minInteractionMs = 40

/**
 * Reports the web vitals of the first document once, when the page is left (web.dev/vitals). The
 * report identifies nobody. Returns a function that cancels it.
 */
export function reportVitals(): () => void {
  const values = new Map<Metric, number>()
  const page = pageAt(new URL(location.href))?.page ?? 'missing'
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit) values.set('TTFB', visit.responseStart)
  const worst = (name: Metric, value: number) =>
    values.set(name, Math.max(value, values.get(name) ?? 0))

  const observers = [
    observe('paint', {}, ({ name, startTime }) => {
      if (name === 'first-contentful-paint') values.set('FCP', startTime)
    }),
    observe('largest-contentful-paint', {}, ({ startTime }) => values.set('LCP', startTime)),
    observe('layout-shift', {}, (entry) => {
      const { value, hadRecentInput } = entry as Shift
      // The sum of all shifts, an upper bound of CLS.
      if (!hadRecentInput) values.set('CLS', (values.get('CLS') ?? 0) + value)
    }),
    observe('event', { durationThreshold: minInteractionMs }, (entry) => {
      if ((entry as Interaction).interactionId) worst('INP', entry.duration)
    }),
  ]
  const sendReport = () => {
    if (document.visibilityState !== 'hidden' || values.size === 0) return
    const metrics = [...values].map(([name, value]) => ({ name, value }))
    values.clear()
    const body = new Blob([JSON.stringify({ page, metrics })], { type: 'application/json' })
    navigator.sendBeacon(`/api${calls.reportVitals.path}`, body)
    stop()
  }
  const stop = () => {
    for (const observer of observers) observer?.disconnect()
    document.removeEventListener('visibilitychange', sendReport)
  }
  document.addEventListener('visibilitychange', sendReport)
  return stop
}

function observe(type: string, options: object, onEntry: (entry: PerformanceEntry) => void) {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes(type)) return undefined
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(onEntry))
  observer.observe({ type, buffered: true, ...options })
  return observer
}
