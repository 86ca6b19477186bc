import { atom, getDefaultStore, useAtom } from 'jotai'
import { useLocation } from 'react-router-dom'

import type { GenderName } from '#contract/catalogue/product.ts'
import { menHomePath } from '#contract/paths.ts'
import { hydrated } from '#platform/rendering/hydration.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { cacheHome } from '#platform/serviceWorker/workerClient.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'

const chosenAtom = atom<GenderName | null>(null)
chosenAtom.onMount = (show) => void hydrated.then(() => show(storedGender()))

/** For a first draw that takes over nothing: it shows the right clothes from the start. */
export const restoreGender = () => getDefaultStore().set(chosenAtom, storedGender())

/**
 * For a first draw that takes over what was drawn for men: the worker answers `/` with the document
 * of what was chosen last.
 */
export function adoptServerGender(): void {
  const of = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (of?.href.endsWith(menHomePath)) getDefaultStore().set(chosenAtom, 'MEN')
}

/** Whose clothes are shown, as chosen on this device; null where nothing was chosen. */
const genderAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, gender: GenderName) => {
    localStorage.setItem(storageKeys.gender, gender)
    set(chosenAtom, gender)
    whenIdle(cacheHome)
  },
)

function storedGender(): GenderName | null {
  const kept = localStorage.getItem(storageKeys.gender)
  return kept === 'MEN' || kept === 'WOMEN' ? kept : null
}

/** The gender to show: what the address says, else what was chosen, else women's. */
export function useGender(): [GenderName, (gender: GenderName) => void] {
  const [chosen, choose] = useAtom(genderAtom)
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('gender')?.toUpperCase()
  const said = asked === 'MEN' || asked === 'WOMEN' ? asked : undefined
  return [said ?? chosen ?? 'WOMEN', choose]
}
