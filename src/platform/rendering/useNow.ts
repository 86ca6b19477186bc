import { useMemo, useSyncExternalStore } from 'react'

import { minuteMs } from '#contract/values/indianTime.ts'
import { onClockCorrected, serverNowMs } from '#platform/serverTime.ts'

/** The server's time in full minutes; undefined on the server and during hydration. */
export function useNow(): Date | undefined {
  const minute = useSyncExternalStore(subscribe, currentMinute, () => undefined)
  return useMemo(() => (minute === undefined ? undefined : new Date(minute * minuteMs)), [minute])
}

const currentMinute = () => Math.floor(serverNowMs() / minuteMs)

const checkMs = 10_000

/** Timers of hidden pages are delayed, so the time is read again when the page is shown. */
function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, checkMs)
  const stopListening = onClockCorrected(notify)
  document.addEventListener('visibilitychange', notify)
  return () => {
    clearInterval(timer)
    stopListening()
    document.removeEventListener('visibilitychange', notify)
  }
}
