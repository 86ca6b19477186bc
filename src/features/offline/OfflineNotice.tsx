import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { connectivityAtom, lookAgain } from '#platform/connectivityAtom.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

/** A line that comes and goes within this is not worth a word. */
const settleMs = 400

/** Says that the connection is gone, first over everything and then, if wanted, in a thin bar. */
export function OfflineNotice() {
  const isOffline = useSettled(useAtomValue(connectivityAtom).status === 'offline')
  return isOffline ? <WhileOffline /> : null
}

/** Lives as long as the line is gone, so that the next time begins with the whole screen again. */
function WhileOffline() {
  const [isReduced, setIsReduced] = useState(false)
  return isReduced ? (
    <OfflineBar onRetry={() => void lookAgain()} />
  ) : (
    <OfflineScreen onContinue={() => setIsReduced(true)} onRetry={lookAgain} />
  )
}

function useSettled(value: boolean): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
