import { startTransition, useEffect, useState } from 'react'

/** Upper limit for `requestIdleCallback`. */
const maxWaitMs = 2000
/** Delay after the load event in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 300

/** An image that never loads must not hold back the load event for ever. */
const latestLoadMs = 10_000

/** Calls once the page has loaded and the browser is idle. Returns how to cancel that. */
export function whenIdle(call: () => void): () => void {
  const calledOff = new AbortController()
  const rest = () => {
    if (calledOff.signal.aborted) return
    if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: maxWaitMs })
    else setTimeout(go, fallbackDelayMs)
  }
  const go = () => {
    if (!calledOff.signal.aborted) call()
  }
  if (document.readyState === 'complete') rest()
  else {
    const loaded = () => {
      removeEventListener('load', loaded)
      clearTimeout(timer)
      rest()
    }
    const timer = setTimeout(loaded, latestLoadMs)
    addEventListener('load', loaded)
  }
  return () => calledOff.abort()
}

let hasRested = false

/**
 * False until the page has loaded and the browser was idle once; true at once on later pages. Work
 * that a first view does not need waits for it.
 */
export function useIsIdle(): boolean {
  const [isRested, setIsRested] = useState(false)
  useEffect(() => {
    const go = () => {
      hasRested = true
      // A transition, so that React can handle a tap in between.
      startTransition(() => setIsRested(true))
    }
    if (!hasRested) return whenIdle(go)
    go()
    return undefined
  }, [])
  return isRested
}

/** Calls after the next paint; at once where the page is hidden. */
export function afterPaint(call: () => void): void {
  if (document.hidden) call()
  else requestAnimationFrame(() => setTimeout(call))
}

/** The value one paint later, so that a tap's own feedback is painted first. */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let isOld = false
    afterPaint(() => {
      if (!isOld) setShown(value)
    })
    return () => {
      isOld = true
    }
  }, [value])
  return shown
}
