import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'

import { connectivityAtom } from '#platform/connectivityAtom.ts'

/** A line that comes and goes within this is not worth a word. */
const settleMs = 400

/** Says that the connection is gone, first over everything and then, if wanted, in a thin bar. */
export function OfflineNotice() {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const hasLasted = useHasLasted(isOffline)
  const notice = useNotice(isOffline)
  return hasLasted && notice
}

/** No first sight shows it: it has come with what is late, or is asked for whenever it is wanted. */
function useNotice(isWanted: boolean): ReactNode {
  const [notice, setNotice] = useState<ReactNode>()
  useEffect(() => {
    if (!isWanted) return
    import('./WhileOffline.tsx').then(
      ({ WhileOffline }) => setNotice(<WhileOffline />),
      () => undefined,
    )
  }, [isWanted])
  return notice
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
