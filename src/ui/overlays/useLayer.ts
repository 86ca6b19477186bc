import { useEffect, useLayoutEffect, useRef } from 'react'

type Entry = { key?: string; layers?: number } | null
/** A page, and the number of history entries for layers over it. */
type HistoryState = { page: string; depth: number }
type Layer = { page: string; close: () => void; goBack: () => void }

/** Open layers, the top one last. Layers that are open when the page is left do not count. */
const open: Layer[] = []
/** The last known state of the history. */
let knownState: HistoryState = { page: '', depth: 0 }
/** Number of entries that are being removed by going back. */
let stepsBack = 0
/** Whether another page was opened while entries were being removed. */
let hasLeft = false
/** Whether another document is loading: going back now would cancel that. */
let isLeaving = false
/** URLs that `popstate` events have reported while entries are being removed; null otherwise. */
let seenUrls: Set<string> | null = null
/** A URL of this page that was opened while entries were being removed, and was removed with them. */
let urlToReopen: string | null = null

const currentEntry = () => history.state as Entry
/** The router has set no key in an entry that was opened by its URL. */
const readHistoryState = (): HistoryState => ({
  page: currentEntry()?.key ?? location.href,
  depth: currentEntry()?.layers ?? 0,
})
const layersOf = ({ page }: HistoryState) => open.filter((layer) => layer.page === page)

/**
 * Closes a layer (a dialog, a menu) on the browser's Back: the layer has a history entry of its
 * own, which is removed when it is closed otherwise. A layer with steps goes back one step.
 */
export function useLayer(onClose: () => void, onBack = onClose): void {
  const latest = useRef({ onClose, onBack })
  useEffect(() => {
    latest.current = { onClose, onBack }
  })
  // When the layer disappears, going back has been requested: a URL opened from then on would
  // otherwise be cancelled by it.
  useLayoutEffect(() => {
    const layer = {
      page: readHistoryState().page,
      close: () => latest.current.onClose(),
      goBack: () => latest.current.onBack(),
    }
    open.push(layer)
    settleSoon()
    return () => {
      open.splice(open.indexOf(layer), 1)
      queueMicrotask(settle)
    }
  }, [])
}

/** Whether a layer is open. */
export const hasLayer = () => open.length > 0

/** Deferred: effects of the same render, which may replace the history entry, have run by then. */
let timer: ReturnType<typeof setTimeout> | undefined
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

function settle(): void {
  if (stepsBack > 0 || isLeaving) return
  seenUrls = null
  knownState = readHistoryState()
  const surplus = knownState.depth - layersOf(knownState).length
  if (surplus > 0) {
    stepsBack = surplus
    seenUrls = new Set()
    history.go(-surplus)
  } else if (surplus < 0) {
    const entry = { ...currentEntry(), layers: knownState.depth + 1 }
    History.prototype.pushState.call(history, entry, '')
    settle()
  } else if (urlToReopen) {
    if (pathOf(urlToReopen) === pathOf(location.href)) location.assign(urlToReopen)
    urlToReopen = null
  }
}

const pathOf = (address: string) => address.replace(/#.*/, '')

/** The router handles other pages only. */
function onPop(event: PopStateEvent): void {
  const [from, steps] = [knownState, stepsBack]
  seenUrls?.add(location.href)
  if (steps > 0 && !hasLeft && isFragmentEntryAbove(from)) {
    urlToReopen = location.href
    return event.stopImmediatePropagation()
  }
  knownState = readHistoryState()
  const isSamePage = from.page === knownState.page && from.depth + knownState.depth > 0
  if (steps > 0 || isSamePage) event.stopImmediatePropagation()
  stepsBack = 0
  if (steps > 0 && hasLeft) {
    stepsBack = steps
    history.go(steps)
  } else if (steps === 0) {
    const remaining = layersOf(knownState).slice(0, knownState.depth)
    const action = isSamePage ? 'goBack' : 'close'
    for (const layer of [...open].reverse()) if (!remaining.includes(layer)) layer[action]()
  }
  hasLeft = false
  settleSoon()
}

/** Whether the current entry is a fragment's: only those have no state, and a page of their own. */
const isFragmentEntryAbove = ({ page }: HistoryState) =>
  currentEntry() === null && readHistoryState().page !== page

/**
 * A new fragment creates an entry without any event before. If it is opened while entries are being
 * removed, it is removed with them, and some browsers report that only in this way.
 */
function onFragment({ newURL }: HashChangeEvent): void {
  if (seenUrls && !seenUrls.has(newURL)) urlToReopen = newURL
}

function resumeAfterCancelledNavigation(event: Event): void {
  if (event instanceof PageTransitionEvent && event.persisted) stepsBack = 0
  else if (!isLeaving) return
  isLeaving = false
  settleSoon()
}

/**
 * Patches `pushState` and `replaceState`, and handles `popstate` before the router: a page opened from
 * a layer replaces the layer's entry, so that Back leads to the page below the layer.
 */
function patchHistory(): void {
  history.pushState = (state: Entry, unused, url) => {
    hasLeft = stepsBack > 0
    History.prototype[readHistoryState().depth > 0 ? 'replaceState' : 'pushState'].call(
      history,
      state,
      unused,
      url,
    )
    knownState = readHistoryState()
    settleSoon()
  }
  history.replaceState = (state: Entry, unused, url) => {
    History.prototype.replaceState.call(history, state, unused, url)
    knownState = readHistoryState()
  }
  knownState = readHistoryState()
  addEventListener('popstate', onPop, true)
  addEventListener('hashchange', onFragment, true)
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  // The navigation did not leave the page (a download, a phone link), or the page was restored:
  // superfluous entries are removed now.
  for (const type of ['pointerdown', 'keydown', 'pageshow'])
    addEventListener(type, resumeAfterCancelledNavigation, true)
  // After a reload no layer is open.
  settleSoon()
}

if (globalThis.history) patchHistory()

/** Prevents the page from scrolling under a menu. */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
    }
  }, [isLocked])
}
