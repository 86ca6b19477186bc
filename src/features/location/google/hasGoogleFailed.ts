import { atom, getDefaultStore } from 'jotai'

/** Whether Google Maps has failed on this page; from then on the store uses its own places. */
export const hasGoogleFailedAtom = atom(false)

let end: () => void = () => undefined

/** What ends what is left of Google on the page. */
export const onGiveUp = (call: () => void) => {
  end = call
}

/** After a failure that another try would not mend: a bad key, no quota, no way to Google. */
export function giveUpGoogle(): void {
  end()
  getDefaultStore().set(hasGoogleFailedAtom, true)
}
