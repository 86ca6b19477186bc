import { atom } from 'jotai'

/** Whether Google Maps has failed on this page; from then on the store uses its own places. */
export const hasGoogleFailedAtom = atom(false)
