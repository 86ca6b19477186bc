import { useSyncExternalStore } from 'react'

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

/**
 * What `select` makes of the time, in ms since 1970, second by second: one clock for the whole page. The component is
 * rendered again only when the result changes.
 */
export const useSecond = <Value extends string | number | boolean>(
  select: (nowMs: number) => Value,
): Value => useSyncExternalStore(subscribe, () => select(currentMs()))
