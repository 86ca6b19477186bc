import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { rules } from '#contract/rules.ts'
import { connectivityAtom } from '#platform/connectivityAtom.ts'

type Asked = { isAnswered: boolean; error: Error | undefined }

/** Whether what shows is only what was kept: the store cannot be asked, or takes too long. */
export function useIsStale({ isAnswered, error }: Asked): boolean {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (isAnswered) return
    const timer = setTimeout(() => setIsLate(true), rules.request.softLimitMs)
    return () => clearTimeout(timer)
  }, [isAnswered])
  return isOffline || error !== undefined || (isLate && !isAnswered)
}
