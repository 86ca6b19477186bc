import { useSyncExternalStore } from 'react'

import { hasToasts, onFirstToast } from '#platform/toasts.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'

const loadToasts = () => import('./Toasts.tsx')

/** Nothing until there is a first toast; then what draws them is downloaded. */
export function LateToasts() {
  const isWanted = useSyncExternalStore(onFirstToast, hasToasts, () => false)
  const { module } = useDeferredImport(loadToasts, isWanted)
  return module ? <module.Toasts /> : null
}
