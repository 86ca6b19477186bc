import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { networkLoginPath } from '#contract/networkLogin.ts'
import { connectivityAtom, lookAgain } from '#platform/connectivityAtom.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

/** Lives as long as the line is gone, so that the next time begins with the whole screen again. */
export function WhileOffline() {
  const isCaptive = useAtomValue(connectivityAtom).reason === 'captive'
  const [isReduced, setIsReduced] = useState(false)
  const text = isCaptive
    ? 'This network needs you to log in.'
    : 'You are offline. Showing saved pages.'
  return isReduced ? (
    <OfflineBar text={text} onRetry={() => void lookAgain()}>
      {isCaptive && (
        <a href={networkLoginPath} target="_blank">
          Log in
        </a>
      )}
    </OfflineBar>
  ) : (
    <OfflineScreen
      isCaptive={isCaptive}
      onContinue={() => setIsReduced(true)}
      onRetry={lookAgain}
    />
  )
}
