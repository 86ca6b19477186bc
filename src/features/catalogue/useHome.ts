import type { GenderName } from '#contract/catalogue/product.ts'
import {
  homeGridRead,
  offersRead,
  premiumBrandsRead,
  randomSubcategoriesRead,
  slidersRead,
} from '#contract/api/reads.ts'
import { throwReadError, useRead } from '#platform/api/reads.ts'
import { slidesOf } from './slidesOf.ts'

/**
 * What the home page shows to `gender`; a part is undefined while it is on its way. One that has
 * failed is left out until it comes after all; the error screen shows only if all of them have.
 */
export function useHome(gender: GenderName) {
  const sliders = useRead(slidersRead)
  const grid = useRead(homeGridRead)
  const picked = useRead(randomSubcategoriesRead(gender))
  const premium = useRead(premiumBrandsRead(gender))
  const offers = useRead(offersRead)

  const parts = [sliders, grid, picked, premium, offers]
  if (sliders.problem && parts.every(({ problem }) => problem))
    throwReadError(sliders.problem, slidersRead)

  return {
    topSlides: itemsOf(sliders, ({ result }) => slidesOf(result, 'Top Slider', gender)),
    bottomSlides: itemsOf(sliders, ({ result }) => slidesOf(result, 'Bottom Slider', gender)),
    tiles: itemsOf(grid, ({ result }) => result.filter((tile) => tile.gender === gender)),
    subcategories: itemsOf(picked, ({ result }) => result.data),
    offers: itemsOf(offers, ({ result }) => result),
    brands: itemsOf(premium, ({ result }) => result.data),
  }
}

type Part<Data> = { data: Data | undefined; problem: Error | undefined }

function itemsOf<Data, Item>({ data, problem }: Part<Data>, itemsIn: (data: Data) => Item[]) {
  return problem ? [] : data && itemsIn(data)
}
