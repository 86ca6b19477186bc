import { atom, useAtomValue } from 'jotai'

import type { Point } from '#contract/delivery/location.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { ChosenLocation } from './chosenLocation.ts'

const schema = async () => (await import('./chosenLocation.ts')).SavedLocation

/** Null until a location is chosen. */
export const locationAtom = persistedAtom<ChosenLocation | null>('location', schema, null)

/** The place of the PIN code that was checked last, until another place is chosen. */
export const checkedPointAtom = atom<Point | undefined>(undefined)

/**
 * Whether the store delivers to the chosen location, in which time: undefined until it was checked, 0
 * and no unit where there is no delivery or the check failed.
 */
export const deliveryInfoAtom = atom((read) => {
  const { delivery } = read(locationAtom) ?? {}
  return {
    isServiceable: delivery !== null,
    time: delivery === null ? 0 : delivery?.deliveryTime,
    unit: delivery === null ? '' : delivery?.unit,
  }
})

/** The delivery to the chosen location. */
export function useDelivery() {
  const location = useAtomValue(locationAtom)
  const { isServiceable } = useAtomValue(deliveryInfoAtom)
  return {
    addressText: location?.text,
    /** Undefined until a location was checked. */
    delivery: location?.delivery,
    isServiceable,
    /** Why there is no delivery for now. */
    closedText: location?.closedText,
  }
}

/** Whether the sheet is open that asks for the location at the start of a visit. */
export const isLocationSheetOpenAtom = atom(false)

/** The open location dialog: the search for a place, or the message that there is no delivery. */
export const locationDialogAtom = atom<'search' | 'unserviceable' | null>(null)
