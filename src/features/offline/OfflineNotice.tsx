import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { OfflineBar } from './OfflineBar.tsx'

/** A line that comes and goes within this is not worth a word. */
const settleMs = 400

/** No first sight shows it: it has come with what is late, or is asked for whenever it is wanted. */
const loadWhileOffline = () => import('./WhileOffline.tsx')

/**
 * Says in a thin bar that the connection is slow, and over everything that it is gone. Where the
 * screen for that cannot be downloaded any more, the bar says it too.
 */
export function OfflineNotice() {
  const { status, reason } = useAtomValue(connectivityAtom)
  const isOffline = status === 'offline'
  const hasLasted = useHasLasted(isOffline)
  const isSlow = useHasLasted(status === 'degraded' && reason === 'timeout')
  const { module, problem } = useDeferredImport(loadWhileOffline, isOffline)
  // The connection may have come back while no page was open: the next time is a new time.
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

/** True once it has been so for a while; its end shows at once. */
function useHasLasted(value: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(value), value ? settleMs : 0)
    return () => clearTimeout(timer)
  }, [value])
  return value && hasLasted
}
