import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { recentlyViewedAtom } from '#features/product/recentlyViewed.ts'

/** Who has looked at so many products may want to come back. */
const enoughProducts = 3
const restingPlaces: string[] = [paths.home, paths.collections]

/**
 * Whether it is a good moment to invite to install: between two looks, back on home or a list by
 * a step within the store, never on a first sight and never near the bag.
 */
export function useInviteNow(): boolean {
  const viewed = useAtomValue(recentlyViewedAtom)
  const { pathname, key } = useLocation()
  return key !== 'default' && restingPlaces.includes(pathname) && viewed.length >= enoughProducts
}
