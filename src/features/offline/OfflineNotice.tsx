import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { connectivityAtom, lookAgain } from '#platform/connectivityAtom.ts'
import { useLatePart } from '#platform/useLatePart.ts'
import { OfflineBar } from './OfflineBar.tsx'

/** A line that comes and goes within this is not worth a word. */
const settleMs = 400

/** No first sight shows it: it has come with what is late, or is asked for whenever it is wanted. */
async function bringWhileOffline() {
  const { WhileOffline } = await import('./WhileOffline.tsx')
  return <WhileOffline />
}

/**
 * Says that the connection is gone, first over everything and then, if wanted, in a thin bar; in the
 * bar only where the line went before the rest of the program had come.
 */
export function OfflineNotice() {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const hasLasted = useHasLasted(isOffline)
  const whole = useLatePart(isOffline, bringWhileOffline)
  if (!hasLasted || whole !== null) return hasLasted && whole
  return <OfflineBar text="No Internet Connection" onRetry={() => void lookAgain()} />
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
