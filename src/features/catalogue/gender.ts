import { atom, getDefaultStore, useAtom } from 'jotai'
import { useLocation } from 'react-router-dom'

import type { GenderName } from '#contract/catalogue/product.ts'
import { menHomePath } from '#contract/pages/paths.ts'
import { hydrated } from '#platform/rendering/hydration.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { cacheHome } from '#platform/serviceWorker/workerClient.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'

const chosenAtom = atom<GenderName | null>(null)
chosenAtom.onMount = (show) => void hydrated.then(() => show(storedGender()))

/** For a first render without server HTML: it shows the chosen gender from the start. */
export const restoreGender = () => getDefaultStore().set(chosenAtom, storedGender())

/**
 * For hydration of a document rendered for men: the service worker serves `/` for the gender chosen
 * last.
 */
export function hydrateGender(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (canonical?.href.endsWith(menHomePath)) getDefaultStore().set(chosenAtom, 'MEN')
}

/** The gender chosen on this device; null if none was. */
const genderAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, gender: GenderName) => {
    localStorage.setItem(storageKeys.gender, gender)
    set(chosenAtom, gender)
    whenIdle(cacheHome)
  },
)

function storedGender(): GenderName | null {
  const stored = localStorage.getItem(storageKeys.gender)
  return stored === 'MEN' || stored === 'WOMEN' ? stored : null
}

const listWithoutGender = /^\/(collections|search\?q=)(?!.*[?&](gender|prefer)=)/

/**
 * The URL of a list or a search with the gender chosen on this device, whose products come first; other
 * URLs as they are.
 */
export function withChosenGender(path: string): string {
  const gender = storedGender()?.toLowerCase()
  return gender && listWithoutGender.test(path)
    ? `${path}${path.includes('?') ? '&' : '?'}prefer=${gender}`
    : path
}

/** The gender to show: that in the URL, else the chosen one, else women's. */
export function useGender(): [GenderName, (gender: GenderName) => void] {
  const [chosen, choose] = useAtom(genderAtom)
  const { search } = useLocation()
  const param = new URLSearchParams(search).get('gender')?.toUpperCase()
  const fromUrl = param === 'MEN' || param === 'WOMEN' ? param : undefined
  return [fromUrl ?? chosen ?? 'WOMEN', choose]
}
