import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import styles from './OfflineNotice.module.css'

/** Shorter interruptions are not reported. */
const settleMs = 400

/** Not needed for a first view. */
const loadOfflineIndicator = () => import('./OfflineIndicator.tsx')

/**
 * A small note for a slow connection, a full screen for a lost one. If that screen cannot be
 * downloaded, a bar says it.
 */
export function OfflineNotice() {
  const { status, reason } = useAtomValue(connectivityAtom)
  const isOffline = status === 'offline'
  const hasLasted = useHasLasted(isOffline)
  const isSlow = useHasLasted(status === 'degraded' && reason === 'timeout')
  const { module, problem } = useDeferredImport(loadOfflineIndicator, isOffline)
  // The connection may have come back while no page was open.
  useEffect(() => {
    if (status !== 'online') return
    sessionStorage.removeItem(sessionKeys.offlineContinued)
    // The document kept a place for the bar (`src/loader.ts`).
    document.documentElement.style.paddingTop = ''
  }, [status])
  if (isSlow) return <SlowNote />
  if (!hasLasted) return null
  if (module) return <module.OfflineIndicator />
  return (
    Boolean(problem) && <OfflineBar text="No Internet Connection" onRetry={() => void probeNow()} />
  )
}

/** Appears and disappears during taps, so it must not move the layout. */
function SlowNote() {
  return (
    <p role="status" className={styles.slow} data-floating>
      <Icon name="wifi-off" size="s" />
      Slow connection
    </p>
  )
}

/** True once the value was true for a while; false at once. */
function useHasLasted(value: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(value), value ? settleMs : 0)
    return () => clearTimeout(timer)
  }, [value])
  return value && hasLasted
}
