import type { Head } from '#contract/documentHead.ts'
import { protectedPages, type Page, pageAt, policyNames } from '#contract/paths.ts'
import type { StoreReply } from '#contract/storeFacts.ts'
import { canonicalOf } from './canonicalOf.ts'
import { type HeadGiven, resultOf } from './head.ts'
import { headOfHome } from './headOfHome.ts'
import { headOfList, headOfSearch } from './headOfList.ts'
import { headOfProduct } from './headOfProduct.ts'
import { storeName } from './storeName.ts'
import { breadcrumbData } from './structuredData.ts'
import { titles } from './useHeading.ts'

/** What somebody has or does here is for no search engine. */
const own: ReadonlySet<Page> = new Set<Page>([...protectedPages, 'cart', 'search'])

/** The head of any page: of those for finding clothes in their own words, of others by its title. */
export function headOf(found: Omit<HeadGiven, 'params'>): Head {
  const given = { ...found, params: pageAt(found.url)?.params ?? {} }
  const head = { ...plainHead(given), ...ownHead(given) }
  return { ...head, title: `${head.title} | ${head.siteName}` }
}

function plainHead(given: HeadGiven): Head {
  const { url, page } = given
  const store = resultOf<typeof StoreReply>(given, 'store')
  const title = (page && titles[page]) ?? 'Page not found'
  const accent = store?.colours?.accent
  return {
    title,
    description: `${descriptions[page ?? 'home'] ?? clothes} ${store?.tagline ?? tagline}.`,
    canonical: canonicalOf(url),
    isIndexed: page !== undefined && !own.has(page),
    siteName: store?.name ?? storeName,
    ...(accent && { accent }),
    preload: [],
    structured: page && !own.has(page) ? [breadcrumbData([{ text: title }], url.origin)] : [],
  }
}

const tagline = 'Style Delivered in 60 mins'
const clothes = 'Fashion for women and men, delivered within the hour.'

/** Pages to read say in a line what stands there. */
const descriptions: Partial<Record<Page, string>> = {
  support:
    'Answers on delivery, returns and payment, our phone number and email, and a complaint form.',
  faq: 'How delivery, Try and Buy, returns, exchanges, refunds and payment work.',
  terms: 'The terms for shopping with us: orders, prices, delivery, Try and Buy, returns.',
  privacy:
    'What data we collect, why, how long we keep it, and how to download, correct or delete it.',
  refundPolicy: 'What we refund when you cancel or return an order, how, and when.',
  about: 'Who we are and how we deliver within the hour.',
  contact: 'Our address, phone and email, and the grievance officer.',
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
    case 'policy':
      return headOfPolicy(given)
    default:
      return {}
  }
}

/** A policy that is none of ours shows its name, and is no page for others to know. */
function headOfPolicy({ params, url }: HeadGiven): Partial<Head> {
  const name = policyNames.get(params.policyType ?? '')
  if (!name) return { isIndexed: false, structured: [] }
  return {
    title: name,
    description: `${name} of our store, in plain words.`,
    structured: [breadcrumbData([{ text: name }], url.origin)],
  }
}
