import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId } from 'react'
import { useLocation } from 'react-router-dom'

import {
  isLocationSheetOpenAtom,
  locationAtom,
  locationDialogAtom,
} from '#features/location/locationAtom.ts'
import { useDetection } from '#features/location/places/usePlaces.ts'
import { useChosenPlace } from '#features/location/serviceability.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { Button, IconButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { FloatingCard } from '#ui/overlays/FloatingCard.tsx'
import styles from './LocationSheet.module.css'

/**
 * Asks for the location at the start of a visit. The page below stays as it is and can be used; the sheet closes on the
 * next page. It waits while the store is offline or a dialog is open.
 */
export function LocationSheet() {
  const [isOpen, setIsOpen] = useAtom(isLocationSheetOpenAtom)
  const [dialog, showDialog] = useAtom(locationDialogAtom)
  const isKnown = useAtomValue(locationAtom) !== null
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const { choosePlace } = useChosenPlace()
  const { isDetecting, detect } = useDetection(choosePlace)
  const titleId = useId()
  useCloseOnNextPage()
  useCloseOnEscape()
  if (!isOpen || isKnown || isOffline || dialog !== null) return null

  return (
    <FloatingCard>
      <section role="dialog" aria-labelledby={titleId} className={styles.sheet} data-location-sheet>
        <h2 id={titleId} className={styles.title}>
          Change Location
        </h2>
        <IconButton icon="close" label="Close" onClick={() => setIsOpen(false)} />
        <p className={styles.text}>See how fast we can deliver to you.</p>
        <div className={styles.actions}>
          <Button
            variant="primary"
            size="s"
            isBusy={isDetecting}
            busyText="Fetching..."
            onClick={detect}
          >
            <Icon name="target" size="s" />
            <span>Detect my location</span>
          </Button>
          <Button
            variant="outline"
            size="s"
            onClick={() => {
              setIsOpen(false)
              showDialog('search')
            }}
          >
            Enter manually
          </Button>
        </div>
      </section>
    </FloatingCard>
  )
}

function useCloseOnNextPage(): void {
  const setIsOpen = useSetAtom(isLocationSheetOpenAtom)
  const { pathname } = useLocation()
  useEffect(() => () => setIsOpen(false), [pathname, setIsOpen])
}

/** Escape belongs to a dialog as long as one is open. */
function useCloseOnEscape(): void {
  const setIsOpen = useSetAtom(isLocationSheetOpenAtom)
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) setIsOpen(false)
    }
    addEventListener('keydown', close, { capture: true })
    return () => removeEventListener('keydown', close, { capture: true })
  }, [setIsOpen])
}
