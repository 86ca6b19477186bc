import type { CategoriesReply } from '#contract/catalogue/catalogue.ts'
import type { Head } from '#contract/documentHead.ts'
import { searchTermOf } from '#contract/catalogue/listQuery.ts'
import type { ProductListReply } from '#contract/catalogue/listing.ts'
import { photoSizes, sharePath } from '#contract/catalogue/photos.ts'
import { listCountText } from '#features/catalogue/listing/listTitle.ts'
import { type HeadGiven, resultOf, firstPhotoOf } from './head.ts'
import { breadcrumbData, itemListData } from './structuredData.ts'
import { listHeading } from './useHeading.ts'

/** A list is known by its kind and brand; filtered and ordered it is still the same page. */
export function headOfList(given: HeadGiven): Partial<Head> {
  const { params, url } = given
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data ?? []
  const list = resultOf<typeof ProductListReply>(given, 'products')
  const { title, crumbs } = listHeading(params, categories, list)
  const isNarrow = Boolean(params.category ?? params.subcategory ?? params.brands)
  const count = list ? listCountText(list) : 'Clothes'

  return {
    title,
    description: `${title}: ${count} from Indian brands, at your door in 60 mins. Try at the door in Indore, return within 24 hours.`,
    // Where nothing is, there is nothing to be found.
    isIndexed: list?.total !== 0,
    structured: [
      breadcrumbData(crumbs, url.origin),
      ...(list?.total && isNarrow ? [itemListData(list.data, url.origin)] : []),
    ],
    ...picturesOf(list),
  }
}

/** Results of a search are not for other search engines. */
export function headOfSearch(given: HeadGiven): Partial<Head> {
  const words = searchTermOf(given.params)
  const list = resultOf<typeof ProductListReply>(given, 'products')
  return {
    title: words ? `“${words}”` : 'Search',
    ...picturesOf(list),
  }
}

function picturesOf(list: ProductListReply['result'] | undefined): Partial<Head> {
  const [first] = list?.data ?? []
  if (!first) return {}
  return {
    preload: firstPhotoOf(first.photos, photoSizes.card),
    image: sharePath(first),
    imageText: first.name,
  }
}
