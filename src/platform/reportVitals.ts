import { calls } from '#contract/api/calls.ts'
import { pageAt } from '#contract/paths.ts'
import type { Vitals } from '#contract/storeFacts.ts'

type Metric = Vitals['metrics'][number]['name']
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Interaction = PerformanceEntry & { interactionId?: number }

/** Shorter interactions are not noticeable and need not be reported. */
const feltMs = 40

/**
 * Reports the web vitals of the first document once, when the page is left (web.dev/vitals). The
 * report identifies nobody. Returns how to cancel it.
 */
export function reportVitals(): () => void {
  const felt = new Map<Metric, number>()
  const page = pageAt(new URL(location.href))?.page ?? 'missing'
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit) felt.set('TTFB', visit.responseStart)
  const worst = (name: Metric, value: number) =>
    felt.set(name, Math.max(value, felt.get(name) ?? 0))

  const observers = [
    observe('paint', {}, ({ name, startTime }) => {
      if (name === 'first-contentful-paint') felt.set('FCP', startTime)
    }),
    observe('largest-contentful-paint', {}, ({ startTime }) => felt.set('LCP', startTime)),
    observe('layout-shift', {}, (entry) => {
      const { value, hadRecentInput } = entry as Shift
      if (!hadRecentInput) felt.set('CLS', (felt.get('CLS') ?? 0) + value)
    }),
    observe('event', { durationThreshold: feltMs }, (entry) => {
      if ((entry as Interaction).interactionId) worst('INP', entry.duration)
    }),
  ]
  const sendReport = () => {
    if (document.visibilityState !== 'hidden' || felt.size === 0) return
    const metrics = [...felt].map(([name, value]) => ({ name, value }))
    felt.clear()
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

function observe(type: string, more: object, hear: (entry: PerformanceEntry) => void) {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes(type)) return undefined
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(hear))
  observer.observe({ type, buffered: true, ...more })
  return observer
}
