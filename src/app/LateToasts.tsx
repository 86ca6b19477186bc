import { lazy, Suspense, useSyncExternalStore } from 'react'

import { hasToasts, onFirstToast } from '#platform/tell.ts'

const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })))

/** Nothing until something is told: then the toasts come with their program. */
export function LateToasts() {
  const isWanted = useSyncExternalStore(onFirstToast, hasToasts, () => false)
  return isWanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
