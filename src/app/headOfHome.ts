import type { SlidersReply } from '#contract/catalogue/catalogue.ts'
import type { Head } from '#contract/documentHead.ts'
import { genderOf } from '#contract/api/reads.ts'
import type { StoreReply } from '#contract/storeFacts.ts'
import { slidesOf } from '#features/catalogue/home/home.ts'
import { type HeadGiven, resultOf } from './head.ts'
import { organizationData, websiteData } from './structuredData.ts'

/** The first picture comes in two shapes: only the one that fits the screen is fetched. */
export function headOfHome(given: HeadGiven): Partial<Head> {
  const { params, url } = given
  const gender = genderOf(params)
  const sliders = resultOf<typeof SlidersReply>(given, 'sliders') ?? []
  const [first] = slidesOf(sliders, 'Top Slider', gender)
  const store = resultOf<typeof StoreReply>(given, 'store')
  const tagline = store?.tagline ?? 'Style Delivered in 60 mins'

  return {
    title: gender === 'MEN' ? `Men’s clothes: ${tagline}` : tagline,
    preload: first
      ? [
          { href: first.mobile, media: '(width < 37.5em)' },
          { href: first.desktop, media: '(width >= 37.5em)' },
        ]
      : [],
    structured: store
      ? [organizationData(store, url.origin), websiteData(store.name, url.origin)]
      : [],
  }
}
