import type { GenderName } from '#contract/product.ts'
import {
  homeGridRead,
  offersRead,
  premiumBrandsRead,
  randomSubcategoriesRead,
  slidersRead,
} from '#contract/reads.ts'
import { usePublicRead } from '#platform/usePublicRead.ts'
import { slidesOf } from './slidesOf.ts'

/** What the home page shows to `gender`; a part is undefined while it is on its way. */
export function useHome(gender: GenderName) {
  const sliders = usePublicRead(slidersRead)?.result
  const grid = usePublicRead(homeGridRead)?.result
  const picked = usePublicRead(randomSubcategoriesRead(gender))?.result
  const premium = usePublicRead(premiumBrandsRead(gender))?.result

  return {
    topSlides: sliders && slidesOf(sliders, 'Top Slider', gender),
    bottomSlides: sliders && slidesOf(sliders, 'Bottom Slider', gender),
    tiles: grid?.filter((tile) => tile.gender === gender),
    subcategories: picked?.data,
    offers: usePublicRead(offersRead)?.result,
    brands: premium?.data,
  }
}
