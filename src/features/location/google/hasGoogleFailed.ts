import { atom, getDefaultStore } from 'jotai'

/** Whether Google Maps has failed on this page; from then on the store uses its own places. */
export const hasGoogleFailedAtom = atom(false)

let notifyDisabled: () => void = () => undefined

/** Registers what removes Google's frames from the page. */
export const onGoogleDisabled = (callback: () => void) => {
  notifyDisabled = callback
}

/** Called after a permanent failure: an invalid key, no quota, no connection to Google. */
export function disableGoogle(): void {
  notifyDisabled()
  getDefaultStore().set(hasGoogleFailedAtom, true)
}
