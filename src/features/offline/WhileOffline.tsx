import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { networkLoginPath } from '#contract/paths.ts'
import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'

/**
 * The whole screen first; who goes on with saved pages is not stopped again, on this page or on the
 * next, until the connection has been back or it is a login that is needed.
 */
export function WhileOffline() {
  const isCaptive = useAtomValue(connectivityAtom).reason === 'captive'
  const state = isCaptive ? 'captive' : 'offline'
  const [continued, setContinued] = useState(() =>
    sessionStorage.getItem(sessionKeys.offlineContinued),
  )
  const isReduced = continued === state
  useEffect(
    () => () => {
      const { status } = getDefaultStore().get(connectivityAtom)
      if (status !== 'offline') sessionStorage.removeItem(sessionKeys.offlineContinued)
    },
    [],
  )
  const goOn = () => {
    sessionStorage.setItem(sessionKeys.offlineContinued, state)
    setContinued(state)
  }
  const text = isCaptive
    ? 'This network needs you to log in.'
    : 'You are offline. Showing saved pages.'
  return isReduced ? (
    <OfflineBar text={text} onRetry={() => void probeNow()}>
      {isCaptive && (
        <a href={networkLoginPath} target="_blank">
          Log in
        </a>
      )}
    </OfflineBar>
  ) : (
    <OfflineScreen isCaptive={isCaptive} onContinue={goOn} onRetry={probeNow} />
  )
}
