/** How long a busy browser may put it off. */
const latestMs = 2000
/** How long after loading it counts as rested where a browser does not tell. */
const untoldMs = 300

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
  else addEventListener('load', rest, { once: true, signal: calledOff.signal })
  return () => calledOff.abort()
}
