import type { CategoriesReply } from '#contract/catalogue.ts'
import { withQuery } from '#contract/listChoices.ts'
import type { ProductListReply } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'
import { itemsText } from '#features/catalogue/itemsText.ts'
import { type Head, type HeadGiven, previewOf, resultOf } from './head.ts'
import { breadcrumbData } from './structuredData.ts'
import { listHeading } from './useHeading.ts'

/** A list is known by its kind and brand; filtered and ordered it is still the same page. */
export function headOfList(given: HeadGiven): Partial<Head> {
  const { params, url } = given
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data ?? []
  const list = resultOf<typeof ProductListReply>(given, 'products')
  const { title, crumbs } = listHeading(params, categories, list)
  const { category, subcategory, brands, gender } = params
  const count = list ? itemsText(list.total) : 'Clothes'

  return {
    title: `${title} | Pehno`,
    description: `${title}: ${count} from Indian brands, at your door in 60 mins. Try at the door in Indore, return within 24 hours.`,
    canonical: withQuery(paths.collections, { category, subcategory, brands, gender }),
    structured: [breadcrumbData(crumbs, url.origin)],
    ...picturesOf(list),
  }
}

/** Results of a search are not for other search engines. */
export function headOfSearch(given: HeadGiven): Partial<Head> {
  const words = given.params.q?.trim()
  const list = resultOf<typeof ProductListReply>(given, 'products')
  return {
    title: words ? `“${words}” | Pehno` : 'Search | Pehno',
    isIndexed: false,
    ...picturesOf(list),
  }
}

function picturesOf(list: ProductListReply['result'] | undefined): Pick<Head, 'preload' | 'image'> {
  const photos = list?.data.flatMap((product) => product.photos.slice(0, 1)) ?? []
  return { preload: photos.slice(0, 1).map((href) => ({ href })), ...previewOf(photos) }
}
