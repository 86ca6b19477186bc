import type { Read } from '#contract/api/reads.ts'
import { tellWorker } from './connectivityAtom.ts'

const seen = new Set<string>()

/** Remembers a read whose answer this page has, for a worker that comes later. */
export function rememberRead([, path]: Read): void {
  if (!navigator.serviceWorker?.controller) seen.add(`/api/${path}`)
}

/** After this the worker is not given what was read until now. */
export function forgetReads(): void {
  seen.clear()
  performance.clearResourceTimings()
}

/** What was read and shown before there was a worker, given to it to keep. */
export function handOver(): void {
  const pictures = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/photos/'))
    .map(({ pathname }) => pathname)
  tellWorker({ type: 'keep', urls: [...seen, ...new Set(pictures)] })
  seen.clear()
}
