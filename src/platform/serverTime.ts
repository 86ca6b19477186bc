import { sessionKeys } from './storage/deviceStorage.ts'

/**
 * The server's clock, which decides what is promised: the device's may be wrong. Kept for the session, so
 * that a page need not wait for its first response.
 */

/** How far the device's clock is behind; undefined until it is read from storage. */
let offsetMs: number | undefined
const listeners = new Set<() => void>()

const readOffset = () => (offsetMs ??= Number(sessionStorage.getItem(sessionKeys.clockOffset)) || 0)

/** The server's time, as far as it is known, in ms since 1970. */
export const serverNowMs = (): number => Date.now() + readOffset()

/** Calls `notify` when the clock is corrected. */
export function onClockCorrected(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** The resolution of a `Date` header. */
const dateStepMs = 1000
/** A smaller difference counts as none: a busy server writes a header that is a little old. */
const toleranceMs = 5000

/**
 * Corrects the clock by the `Date` of a response. Only of one that no cache may store: of any other it
 * is not known when it left the server. The offset lies between two bounds, because the response was
 * written after the request was sent and before it arrived; within them it stays as it is.
 */
export function observeServerTime({ headers }: Response, sentAt: number): void {
  const writtenAt = Date.parse(headers.get('Date') ?? '')
  const isUncached = headers.has('x-api') && headers.get('Cache-Control') === 'no-store'
  if (Number.isNaN(writtenAt) || !isUncached) return
  const [lowest, highest] = [writtenAt - Date.now(), writtenAt + dateStepMs - sentAt]
  const before = readOffset()
  if (before >= lowest - toleranceMs && before <= highest + toleranceMs) return
  offsetMs = (lowest + highest) / 2
  sessionStorage.setItem(sessionKeys.clockOffset, String(offsetMs))
  for (const notify of listeners) notify()
}
