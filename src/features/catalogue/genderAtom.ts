import { atom, getDefaultStore } from 'jotai'

import { menHomePath } from '#contract/paths.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import { keepHome } from '#platform/keepHome.ts'
import { storageKeys } from '#platform/storageKeys.ts'
import { takenOver } from '#platform/takenOver.ts'
import { whenIdle } from '#platform/whenIdle.ts'

const chosenAtom = atom<GenderName | null>(null)
chosenAtom.onMount = (show) => void takenOver.then(() => show(storedGender()))

/** For a first draw that takes over nothing: it shows the right clothes from the start. */
export const recallGender = () => getDefaultStore().set(chosenAtom, storedGender())

/**
 * For a first draw that takes over what was drawn for men: the worker answers `/` with the document
 * of what was chosen last.
 */
export function beginAsDrawn(): void {
  const of = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (of?.href.endsWith(menHomePath)) getDefaultStore().set(chosenAtom, 'MEN')
}

/** Whose clothes are shown, as chosen on this device; null where nothing was chosen. */
export const genderAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, gender: GenderName) => {
    localStorage.setItem(storageKeys.gender, gender)
    set(chosenAtom, gender)
    whenIdle(keepHome)
  },
)

function storedGender(): GenderName | null {
  const kept = localStorage.getItem(storageKeys.gender)
  return kept === 'MEN' || kept === 'WOMEN' ? kept : null
}
