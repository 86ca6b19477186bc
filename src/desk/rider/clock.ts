import { useSyncExternalStore } from 'react'

import { serverNowMs } from '#platform/serverTime.ts'

const secondMs = 1000
const currentSecond = () => Math.floor(serverNowMs() / secondMs) * secondMs

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, secondMs)
  document.addEventListener('visibilitychange', notify)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notify)
  }
}

/** The server's time in full seconds, in ms since 1970. */
export const useSecond = (): number => useSyncExternalStore(subscribe, currentSecond)

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** '14:18', or '1:06:12' from an hour on. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}
