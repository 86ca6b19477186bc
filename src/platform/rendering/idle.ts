import { startTransition, useEffect, useState } from 'react'

/** How long a busy browser may put it off. */
const latestMs = 2000
/** How long after loading it counts as rested where a browser does not tell. */
const untoldMs = 300

/** A picture that never comes does not keep the rest away. */
const latestLoadMs = 10_000

/** Calls once the page has loaded and the browser rests; gives what calls it off. */
export function whenIdle(call: () => void): () => void {
  const calledOff = new AbortController()
  const rest = () => {
    if (calledOff.signal.aborted) return
    if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: latestMs })
    else setTimeout(go, untoldMs)
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
 * False until the document has loaded and the browser has rested once: what no first sight needs
 * waits for it, and does not wait again on later pages.
 */
export function useIsIdle(): boolean {
  const [isRested, setIsRested] = useState(false)
  useEffect(() => {
    const go = () => {
      hasRested = true
      // In pieces: a tap between two of them does not wait for the others.
      startTransition(() => setIsRested(true))
    }
    if (!hasRested) return whenIdle(go)
    go()
    return undefined
  }, [])
  return isRested
}

/** Calls once what has just changed is on the screen; where nothing is painted, at once. */
export function afterPaint(call: () => void): void {
  if (document.hidden) call()
  else requestAnimationFrame(() => setTimeout(call))
}

/** A value, once what else changes with it is on the screen: the answer to a tap waits for no trimmings. */
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
