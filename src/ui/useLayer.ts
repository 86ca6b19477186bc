import { useEffect, useRef } from 'react'

type Entry = { key?: string; layers?: number } | null
type Layer = { page: string | undefined; close: () => void; goBack: () => void }

/** What lies over a page, the one on top last. What still stands when the page is left does not count. */
const open: Layer[] = []
/** The entry of the history that was last known to be shown. */
let here: Entry = null
/** So many entries back are on their way. */
let stepsBack = 0
/** A page has been left for another in the meantime. */
let hasLeft = false

const entryNow = () => history.state as Entry
const depthOf = (entry: Entry) => entry?.layers ?? 0
const layersOf = (entry: Entry) => open.filter(({ page }) => page === entry?.key)

/**
 * What lies over the page is closed by the browser's Back, the button's and the finger's: it has an
 * entry of its own in the history, which is the page's once more and goes when it is closed otherwise.
 * Where it has steps of its own, Back goes to the one before.
 */
export function useLayer(onClose: () => void, onBack = onClose): void {
  const latest = useRef({ onClose, onBack })
  useEffect(() => {
    latest.current = { onClose, onBack }
  })
  useEffect(() => {
    const layer = {
      page: entryNow()?.key,
      close: () => latest.current.onClose(),
      goBack: () => latest.current.onBack(),
    }
    open.push(layer)
    settleSoon()
    return () => {
      open.splice(open.indexOf(layer), 1)
      settleSoon()
    }
  }, [])
}

/** Later: what opens as another closes takes its entry over, and what is no more needs none. */
let timer: ReturnType<typeof setTimeout> | undefined
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

function settle(): void {
  const [entry, depth] = [entryNow(), depthOf(entryNow())]
  const surplus = depth - layersOf(entry).length
  if (stepsBack > 0 || surplus === 0) return
  if (surplus > 0) {
    stepsBack = surplus
    history.go(-surplus)
  } else {
    here = { ...entry, layers: depth + 1 }
    History.prototype.pushState.call(history, here, '')
    settle()
  }
}

/** The router hears of other pages only. */
function onPop(event: PopStateEvent): void {
  const [from, steps] = [here, stepsBack]
  here = entryNow()
  const isSamePage = from?.key === here?.key && depthOf(from) + depthOf(here) > 0
  if (steps > 0 || isSamePage) event.stopImmediatePropagation()
  stepsBack = 0
  if (steps > 0 && hasLeft) {
    stepsBack = steps
    history.go(steps)
  } else if (steps === 0) {
    const kept = layersOf(here).slice(0, depthOf(here))
    const way = isSamePage ? 'goBack' : 'close'
    for (const layer of [...open].reverse()) if (!kept.includes(layer)) layer[way]()
  }
  hasLeft = false
  settleSoon()
}

/** A page that is gone to from a layer takes the layer's place: Back then leads to where it lay. */
function follow(): void {
  history.pushState = (state: Entry, unused, url) => {
    hasLeft = stepsBack > 0
    const isOver = depthOf(entryNow()) > 0
    History.prototype[isOver ? 'replaceState' : 'pushState'].call(history, state, unused, url)
    here = state
    settleSoon()
  }
  history.replaceState = (state: Entry, unused, url) => {
    History.prototype.replaceState.call(history, state, unused, url)
    here = state
  }
  here = entryNow()
  addEventListener('popstate', onPop, true)
  // After a reload nothing lies over the page any more.
  settleSoon()
}

if (globalThis.history) follow()
