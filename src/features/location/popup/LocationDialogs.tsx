import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'

import type { Address } from '#contract/account/account.ts'
import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import type { Place } from '#contract/delivery/location.ts'
import { parseResponse, request } from '#platform/api/http.ts'
import { continueAfterLogin } from '#platform/session/afterLogin.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { useChosenPlace } from '#features/location/serviceability.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { locationAtom, locationDialogAtom, useDelivery } from '#features/location/locationAtom.ts'
import styles from './LocationDialogs.module.css'

/** Imported when it is opened. */
const loadSearch = () => import('./LocationDialog.tsx')

/** The open location dialog. */
export function LocationDialogs({ saved }: { saved: Address[] }) {
  const [shown, show] = useAtom(locationDialogAtom)
  const { choosePlace, chooseAddress } = useChosenPlace()
  const { module, ...state } = useDeferredImport(loadSearch, shown === 'search')
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const { closedText } = useDelivery()
  const close = () => show(null)
  const onFound = (place: Place) => {
    choosePlace(place)
    close()
  }
  const onAddress = (address: Address) => {
    chooseAddress(address)
    close()
  }

  // A dialog that the shopper did not open waits until the connection is back.
  if (shown === null || (isOffline && shown !== 'search')) return null
  if (shown === 'unserviceable') {
    return (
      <UnserviceableDialog
        closedText={closedText}
        onManual={() => show('search')}
        onClose={close}
      />
    )
  }
  if (!module) return <LoadingDialog title="Your Location" onClose={close} {...state} />
  return <module.LocationDialog {...{ saved, onFound, onAddress }} onClose={close} />
}

/** Asks for a text message once the store delivers to the chosen place. A guest logs in first. */
function PlaceAlertButton({ onDone }: { onDone: () => void }) {
  const location = useAtomValue(locationAtom)
  const userId = useAtomValue(userIdAtom)
  const [isBusy, setIsBusy] = useState(false)
  if (!location?.latitude) return null
  const { latitude, longitude } = location

  async function requestAlert() {
    const save = () => addPlaceAlert({ latitude, longitude }).catch(reportFailure)
    if (!userId) {
      continueAfterLogin(save)
      onDone()
      return openLogin('place')
    }
    setIsBusy(true)
    if (await save()) onDone()
    setIsBusy(false)
  }

  return (
    <Button variant="outline" isWide isBusy={isBusy} onClick={() => void requestAlert()}>
      Notify me when you deliver here
    </Button>
  )
}

/** Returns whether the request was saved. */
async function addPlaceAlert(json: { latitude: string; longitude: string }): Promise<boolean> {
  await parseResponse(SuccessResponse, request(calls.addPlaceAlert, { json }))
  await toastSuccess('We’ll text you when we deliver to this place')
  return true
}

const reportFailure = async (error: unknown): Promise<boolean> => {
  await couldNotSave(error)
  return false
}
const couldNotSave = toastServerMessageOr(
  'We couldn’t save your request. Please check your connection and try again.',
)

type UnserviceableDialogProps = {
  /** Why there is no delivery for now; undefined where the store does not deliver. */
  closedText: string | undefined
  onManual: () => void
  onClose: () => void
}

function UnserviceableDialog({ closedText, onManual, onClose }: UnserviceableDialogProps) {
  return (
    <Dialog
      title={closedText ? 'We’re closed at the moment' : 'We are not serviceable in your area.'}
      onClose={onClose}
    >
      <p className={styles.text}>{closedText ?? 'We will soon be available in your area.'}</p>
      <div className={styles.actions}>
        <Button isWide onClick={onManual}>
          Enter manually
        </Button>
        {!closedText && <PlaceAlertButton onDone={onClose} />}
        <Button variant="outline" isWide onClick={onClose}>
          Continue Shopping
        </Button>
      </div>
    </Dialog>
  )
}
