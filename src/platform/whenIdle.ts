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
