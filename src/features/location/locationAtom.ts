import { atom, useAtomValue } from 'jotai'

import { bannerMinutes } from '#contract/deliveryHours.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { ChosenLocation } from './chosenLocation.ts'

const schema = async () => (await import('./chosenLocation.ts')).SavedLocation

/** Null until a location is chosen. */
export const locationAtom = persistedAtom<ChosenLocation | null>('location', schema, null)

/** The delivery promise at the chosen location; for guests without one, the store's default. */
export function useDelivery() {
  const location = useAtomValue(locationAtom)
  return {
    addressText: location?.text,
    delivery: location?.delivery,
    minutes: bannerMinutes(location?.delivery),
    /** False only after a check that found no delivery. */
    isServiceable: location?.delivery !== null,
  }
}

/**
 * The open location dialog: the first question, the search for a place, or the message that there
 * is no delivery.
 */
export const locationDialogAtom = atom<'ask' | 'search' | 'unserviceable' | null>(null)
