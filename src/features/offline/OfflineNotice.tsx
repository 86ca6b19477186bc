import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'

import { connectivityAtom } from '#platform/connectivityAtom.ts'

/** A line that comes and goes within this is not worth a word. */
const settleMs = 400

/** No first sight shows it: it comes with what else is late, while there is a line. */
const WhileOffline = lazy(() =>
  import('./WhileOffline.tsx').then((module) => ({ default: module.WhileOffline })),
)

/** Says that the connection is gone, first over everything and then, if wanted, in a thin bar. */
export function OfflineNotice() {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  return useHasLasted(isOffline) ? (
    <Suspense>
      <WhileOffline />
    </Suspense>
  ) : null
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
