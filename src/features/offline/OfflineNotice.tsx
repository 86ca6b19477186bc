import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { OfflineBar } from './OfflineBar.tsx'

/** Shorter interruptions are not reported. */
const settleMs = 400

/** Not needed for a first view. */
const loadWhileOffline = () => import('./WhileOffline.tsx')

/**
 * A thin bar for a slow connection, a full screen for a lost one. If that screen cannot be
 * downloaded, the bar says it.
 */
export function OfflineNotice() {
  const { status, reason } = useAtomValue(connectivityAtom)
  const isOffline = status === 'offline'
  const hasLasted = useHasLasted(isOffline)
  const isSlow = useHasLasted(status === 'degraded' && reason === 'timeout')
  const { module, problem } = useDeferredImport(loadWhileOffline, isOffline)
  // The connection may have come back while no page was open.
  useEffect(() => {
    if (status === 'online') sessionStorage.removeItem(sessionKeys.offlineContinued)
  }, [status])
  if (isSlow) return <OfflineBar text="Slow connection" />
  if (!hasLasted) return null
  if (module) return <module.WhileOffline />
  return (
    Boolean(problem) && <OfflineBar text="No Internet Connection" onRetry={() => void probeNow()} />
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
