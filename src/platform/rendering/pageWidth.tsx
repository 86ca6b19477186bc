import { type ReactElement, useSyncExternalStore } from 'react'

import { HydrateAfter } from './HydrateOnDemand.tsx'

const wideQuery = '(width >= 56.25em)'

const isWideNow = () => matchMedia(wideQuery).matches

const subscribe = (callback: () => void) => {
  const media = matchMedia(wideQuery)
  media.addEventListener('change', callback)
  return () => media.removeEventListener('change', callback)
}

/** Whether there is room for two things side by side; on the server there is not. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWideNow, () => false)
}

type Props = { isWide: boolean; children: ReactElement | readonly ReactElement[] }

/**
 * A part of the page that is displayed on wide pages only, or on narrow ones only. The server renders it
 * for both; a browser that does not display it removes it instead of hydrating it.
 */
export function ShownWhere({ isWide, children }: Props) {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isWideNow() === isWide,
    () => true,
  )
  if (!isShown) return null
  return (
    <HydrateAfter waitsFor={() => (isWideNow() === isWide ? undefined : never)}>
      {children}
    </HydrateAfter>
  )
}

const never = new Promise<void>(() => undefined)
