import {
  createContext,
  type RefObject,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

import { serverNowMs } from '#platform/serverTime.ts'

const secondMs = 1000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let tickedAt = 0

/** The server's time at the last tick. It stands still between ticks, so that all rows show the same second. */
const currentMs = () => (timer === undefined ? serverNowMs() : tickedAt)

function tick(): void {
  tickedAt = serverNowMs()
  timer = setTimeout(tick, secondMs - (tickedAt % secondMs))
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  if (timer === undefined) tick()
  return () => {
    listeners.delete(notify)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** Whether the clock stands still for what is below: nobody sees it. */
export const ClockPause = createContext(false)

const neverTicks = () => () => undefined

/**
 * What `select` makes of the time, in ms since 1970, second by second: one clock for the whole page. The component is
 * rendered again only when the result changes.
 */
export const useSecond = <Value extends string | number | boolean>(
  select: (nowMs: number) => Value,
): Value => {
  const isPaused = useContext(ClockPause)
  return useSyncExternalStore(isPaused ? neverTicks : subscribe, () => select(currentMs()))
}

/** `skipped` is true while the browser does not render an element with `content-visibility: auto`. */
type VisibilityEvent = Event & { skipped?: boolean }

/** Whether an element is out of view, as far as the browser tells; false where it does not. */
export function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false)
  // Before the first paint, after which the browser says it for the first time.
  useLayoutEffect(() => {
    const watched = element.current
    const note = (event: VisibilityEvent) => setIsOut(event.skipped === true)
    watched?.addEventListener('contentvisibilityautostatechange', note)
    return () => watched?.removeEventListener('contentvisibilityautostatechange', note)
  }, [element])
  return isOut
}
