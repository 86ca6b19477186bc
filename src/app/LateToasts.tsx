import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'

import { hasToasts, onFirstToast } from '#platform/tell.ts'

/**
 * Nothing until something is told: then the toasts come with their program. Without a line it
 * cannot come: nothing else is lost by that, and it comes when the line is back.
 */
export function LateToasts() {
  const isWanted = useSyncExternalStore(onFirstToast, hasToasts, () => false)
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    if (!isWanted) return
    const bring = () => {
      import('./Toasts.tsx').then(
        (module) => setToasts(() => module.Toasts),
        () => undefined,
      )
    }
    bring()
    addEventListener('online', bring)
    return () => removeEventListener('online', bring)
  }, [isWanted])
  return Toasts ? <Toasts /> : null
}
