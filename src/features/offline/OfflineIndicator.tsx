import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { networkLoginPath } from '#contract/pages/paths.ts'
import { connectivityAtom, probeNow } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { FullScreenOverlay } from '#ui/layout/FullScreenOverlay.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import styles from './OfflineIndicator.module.css'

/**
 * First the full screen; after "continue" only a bar, on every page, until the connection is back
 * or a network login is needed.
 */
export function OfflineIndicator() {
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
  const continueOffline = () => {
    sessionStorage.setItem(sessionKeys.offlineContinued, state)
    setContinued(state)
  }
  const text = isCaptive
    ? 'This network needs you to log in.'
    : 'You’re offline. Showing saved pages.'
  return isReduced ? (
    <OfflineBar text={text} onRetry={() => void probeNow()}>
      {isCaptive && (
        <a href={networkLoginPath} target="_blank">
          Log in
        </a>
      )}
    </OfflineBar>
  ) : (
    <OfflineScreen isCaptive={isCaptive} onContinue={continueOffline} onRetry={probeNow} />
  )
}

type Props = {
  /** A captive portal responds in place of the store: the shopper must log in to the network. */
  isCaptive: boolean
  onContinue: () => void
  onRetry: () => Promise<void>
}

/** Covers the page while there is no connection, until the shopper continues with saved pages. */
function OfflineScreen({ isCaptive, onContinue, onRetry }: Props) {
  const [isTrying, setIsTrying] = useState(false)

  async function retry() {
    setIsTrying(true)
    await onRetry()
    setIsTrying(false)
  }

  return (
    <FullScreenOverlay titleId="offline-title" textId="offline-text" isAlert onCancel={onContinue}>
      <img src="/images/offline.svg" alt="" width={192} height={192} />
      <h2 id="offline-title" className={styles.title}>
        {isCaptive ? 'This network needs you to log in' : 'No Internet Connection'}
      </h2>
      <p id="offline-text" className={styles.text}>
        {isCaptive
          ? 'Open the network’s login page, then come back here. Your bag and the items you viewed are saved on this device.'
          : 'Your bag and the items you viewed are saved on this device. This message will close when you’re back online.'}
      </p>
      <div className={styles.actions}>
        {isCaptive && (
          <ButtonLink to={networkLoginPath} target="_blank" variant="primary" isWide>
            Open login page
          </ButtonLink>
        )}
        <Button variant={isCaptive ? 'outline' : 'default'} onClick={onContinue}>
          Continue with saved pages
        </Button>
        <Button
          variant="outline"
          isBusy={isTrying}
          busyText="Trying..."
          onClick={() => void retry()}
        >
          Try again
        </Button>
      </div>
    </FullScreenOverlay>
  )
}
