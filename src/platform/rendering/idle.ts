import { startTransition, useEffect, useState } from 'react'

/** Upper limit for `requestIdleCallback`. */
const maxWaitMs = 2000
/** Delay after the load event in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 300

/** An image that never loads must not hold back the load event for ever. */
const latestLoadMs = 10_000

/**
 * Calls `callback` once the page has loaded and the browser is idle. Returns a function that cancels
 * it.
 */
export function whenIdle(callback: () => void): () => void {
  const cancelled = new AbortController()
  const waitUntilIdle = () => {
    if (cancelled.signal.aborted) return
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: maxWaitMs })
    else setTimeout(run, fallbackDelayMs)
  }
  const run = () => {
    if (!cancelled.signal.aborted) callback()
  }
  if (document.readyState === 'complete') waitUntilIdle()
  else {
    const loaded = () => {
      removeEventListener('load', loaded)
      clearTimeout(timer)
      waitUntilIdle()
    }
    const timer = setTimeout(loaded, latestLoadMs)
    addEventListener('load', loaded)
  }
  return () => cancelled.abort()
}

let hasBeenIdle = false

/**
 * False until the page has loaded and the browser was idle once; true at once on later pages. Work
 * that a first view does not need waits for it.
 */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const run = () => {
      hasBeenIdle = true
      // A transition, so that React can handle a tap in between.
      startTransition(() => setIsIdle(true))
    }
    if (!hasBeenIdle) return whenIdle(run)
    run()
    return undefined
  }, [])
  return isIdle
}

/** Calls `callback` after the next paint; at once if the page is hidden. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) callback()
  else requestAnimationFrame(() => setTimeout(callback))
}

/** The value one paint later, so that a tap's own feedback is painted first. */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let isCancelled = false
    afterPaint(() => {
      if (!isCancelled) setShown(value)
    })
    return () => {
      isCancelled = true
    }
  }, [value])
  return shown
}
