import { atom, getDefaultStore } from 'jotai'

import type { GenderName } from '#contract/product.ts'
import { storageKeys } from '#platform/storageKeys.ts'
import { takenOver } from '#platform/takenOver.ts'

const chosenAtom = atom<GenderName | null>(null)
chosenAtom.onMount = (show) => void takenOver.then(() => show(storedGender()))

/** For a first draw that takes over nothing: it shows the right clothes from the start. */
export const recallGender = () => getDefaultStore().set(chosenAtom, storedGender())

/** Whose clothes are shown, as chosen on this device; null where nothing was chosen. */
export const genderAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, gender: GenderName) => {
    localStorage.setItem(storageKeys.gender, gender)
    set(chosenAtom, gender)
  },
)

function storedGender(): GenderName | null {
  const kept = localStorage.getItem(storageKeys.gender)
  return kept === 'MEN' || kept === 'WOMEN' ? kept : null
}
