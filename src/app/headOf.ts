import { pageAt } from '#contract/paths.ts'
import type { Head, HeadGiven } from './head.ts'
import { headOfHome } from './headOfHome.ts'
import { headOfList, headOfSearch } from './headOfList.ts'
import { headOfProduct } from './headOfProduct.ts'
import { titles } from './useHeading.ts'

const tagline = 'Style Delivered in 60 mins'

/** The head of any page: of those for finding clothes in their own words, of others by its title. */
export function headOf(found: Omit<HeadGiven, 'params'>): Head {
  const given = { ...found, params: pageAt(found.url)?.params ?? {} }
  return { ...plainHead(given), ...ownHead(given) }
}

function plainHead({ url, page }: HeadGiven): Head {
  return {
    title: `${(page && titles[page]) ?? 'Page not found'} | Pehno`,
    description: `Clothes for women and men, at your door within the hour. ${tagline}.`,
    canonical: url.pathname,
    isIndexed: page !== undefined,
    preload: [],
    structured: [],
  }
}

function ownHead(given: HeadGiven): Partial<Head> {
  switch (given.page) {
    case 'home':
      return headOfHome(given)
    case 'collections':
      return headOfList(given)
    case 'search':
      return headOfSearch(given)
    case 'product':
      return headOfProduct(given)
    default:
      return {}
  }
}
