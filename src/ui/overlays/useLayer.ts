import { useEffect, useRef } from 'react'

type Entry = { key?: string; layers?: number } | null
/** A page, and how many entries of the history are there for what lies over it. */
type Place = { page: string; depth: number }
type Layer = { page: string; close: () => void; goBack: () => void }

/** What lies over a page, the one on top last. What still stands when the page is left does not count. */
const open: Layer[] = []
/** What the history was last known to show. */
let here: Place = { page: '', depth: 0 }
/** So many entries back are on their way. */
let stepsBack = 0
/** A page has been left for another in the meantime. */
let hasLeft = false
/** Another document is on its way: going back now would end that. */
let isLeaving = false
/** What the browser has told of since they were sent on their way. */
let told: Set<string> | null = null
/** An address of this page that was opened in the meantime, and went with them. */
let wanted: string | null = null

const entryNow = () => history.state as Entry
/** One that was opened by its address has no key of the router's. */
const hereNow = (): Place => ({
  page: entryNow()?.key ?? location.href,
  depth: entryNow()?.layers ?? 0,
})
const layersOf = ({ page }: Place) => open.filter((layer) => layer.page === page)

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
      page: hereNow().page,
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

/** Whether anything lies over a page. */
export const hasLayer = () => open.length > 0

/** Later: what opens as another closes takes its entry over, and what is no more needs none. */
let timer: ReturnType<typeof setTimeout> | undefined
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

function settle(): void {
  if (stepsBack > 0 || isLeaving) return
  told = null
  here = hereNow()
  const surplus = here.depth - layersOf(here).length
  if (surplus > 0) {
    stepsBack = surplus
    told = new Set()
    history.go(-surplus)
  } else if (surplus < 0) {
    const entry = { ...entryNow(), layers: here.depth + 1 }
    History.prototype.pushState.call(history, entry, '')
    settle()
  } else if (wanted) {
    if (pathOf(wanted) === pathOf(location.href)) location.assign(wanted)
    wanted = null
  }
}

const pathOf = (address: string) => address.replace(/#.*/, '')

/** The router hears of other pages only. */
function onPop(event: PopStateEvent): void {
  const [from, steps] = [here, stepsBack]
  told?.add(location.href)
  if (steps > 0 && !hasLeft && isFragmentOver(from)) {
    wanted = location.href
    return event.stopImmediatePropagation()
  }
  here = hereNow()
  const isSamePage = from.page === here.page && from.depth + here.depth > 0
  if (steps > 0 || isSamePage) event.stopImmediatePropagation()
  stepsBack = 0
  if (steps > 0 && hasLeft) {
    stepsBack = steps
    history.go(steps)
  } else if (steps === 0) {
    const kept = layersOf(here).slice(0, here.depth)
    const way = isSamePage ? 'goBack' : 'close'
    for (const layer of [...open].reverse()) if (!kept.includes(layer)) layer[way]()
  }
  hasLeft = false
  settleSoon()
}

/** The one entry that nobody has written anything to. */
const isFragmentOver = ({ page }: Place) => entryNow() === null && hereNow().page !== page

/**
 * An address with another fragment makes an entry without asking anybody. Opened while others are on
 * their way out it goes with them, and some browsers tell of it in this way only.
 */
function onFragment({ newURL }: HashChangeEvent): void {
  if (told && !told.has(newURL)) wanted = newURL
}

function stay(event: Event): void {
  if (event instanceof PageTransitionEvent && event.persisted) stepsBack = 0
  else if (!isLeaving) return
  isLeaving = false
  settleSoon()
}

/** A page that is gone to from a layer takes the layer's place: Back then leads to where it lay. */
function follow(): void {
  history.pushState = (state: Entry, unused, url) => {
    hasLeft = stepsBack > 0
    History.prototype[hereNow().depth > 0 ? 'replaceState' : 'pushState'].call(
      history,
      state,
      unused,
      url,
    )
    here = hereNow()
    settleSoon()
  }
  history.replaceState = (state: Entry, unused, url) => {
    History.prototype.replaceState.call(history, state, unused, url)
    here = hereNow()
  }
  here = hereNow()
  addEventListener('popstate', onPop, true)
  addEventListener('hashchange', onFragment, true)
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  // It was a file or a phone number; or one has come back, and what is left over goes now.
  for (const sign of ['pointerdown', 'keydown', 'pageshow']) addEventListener(sign, stay, true)
  // After a reload nothing lies over the page any more.
  settleSoon()
}

if (globalThis.history) follow()
