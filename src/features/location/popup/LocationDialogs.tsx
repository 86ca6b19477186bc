import { useAtom } from 'jotai'
import { cloneElement, type ReactElement } from 'react'

import type { Address } from '#contract/address.ts'
import type { Place } from '#contract/location.ts'
import { useChosenPlace } from '#features/location/useChosenPlace.ts'
import { useLatePart } from '#platform/useLatePart.ts'
import { OpeningLayer } from '#ui/useLayer.ts'
import { locationDialogAtom } from './locationDialog.ts'
import type { LocationDialogProps } from './LocationDialog.tsx'
import { LocationPopup } from './LocationPopup.tsx'
import { UnserviceableDialog } from './UnserviceableDialog.tsx'

const nothing = () => undefined

/** The search is loaded when it is opened; no first view needs it. */
async function loadSearch(): Promise<ReactElement<LocationDialogProps>> {
  const { LocationDialog } = await import('./LocationDialog.tsx')
  return <LocationDialog saved={[]} onFound={nothing} onAddress={nothing} onClose={nothing} />
}

/** The dialog about the location that is open, if one is. */
export function LocationDialogs({ saved }: { saved: Address[] }) {
  const [shown, show] = useAtom(locationDialogAtom)
  const { choosePlace, chooseAddress } = useChosenPlace()
  const search = useLatePart(shown === 'search', loadSearch)
  const close = () => show(null)
  const onFound = (place: Place) => {
    choosePlace(place)
    close()
  }
  const onAddress = (address: Address) => {
    chooseAddress(address)
    close()
  }

  if (shown === null) return null
  if (shown === 'ask') {
    return <LocationPopup onFound={onFound} onManual={() => show('search')} onClose={close} />
  }
  if (shown === 'unserviceable') {
    return <UnserviceableDialog onManual={() => show('search')} onClose={close} />
  }
  if (!search) return <OpeningLayer />
  return cloneElement(search as ReactElement<LocationDialogProps>, {
    ...{ saved, onFound, onAddress, onClose: close },
  })
}
