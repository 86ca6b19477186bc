import { useState } from 'react'

import { lookAgain } from '#platform/connectivityAtom.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

/** Lives as long as the line is gone, so that the next time begins with the whole screen again. */
export function WhileOffline() {
  const [isReduced, setIsReduced] = useState(false)
  return isReduced ? (
    <OfflineBar text="You are offline. Showing saved pages." onRetry={() => void lookAgain()} />
  ) : (
    <OfflineScreen onContinue={() => setIsReduced(true)} onRetry={lookAgain} />
  )
}
