import { listHeading, productHeading, titles, unknownPolicy } from '#app/header/heading.ts'
import { genderOf, type PublicReadName } from '#contract/api/reads.ts'
import type { ReadResponse } from '#contract/api/readSchemas.ts'
import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import type { ProductListResponse } from '#contract/catalogue/listing.ts'
import { searchTermOf } from '#contract/catalogue/listQuery.ts'
import { photoSizes, shareImagePath, srcSetOf } from '#contract/catalogue/photos.ts'
import type { Head, PreloadedImage } from '#contract/pages/documentHead.ts'
import {
  type Page,
  pageAt,
  type Params,
  policyNames,
  protectedPages,
} from '#contract/pages/paths.ts'
import { joinWithAnd } from '#contract/values/joinWithAnd.ts'
import { slidesOf } from '#features/catalogue/home/home.ts'
import { totalText } from '#features/catalogue/listing/listTitle.ts'
import {
  defaultStoreName,
  citiesText,
  defaultTagline,
  termsOf,
} from '#contract/store/storeTerms.ts'
import { moneyText } from '#ui/text/Price.tsx'
import { canonicalOf } from './canonical.ts'
import {
  breadcrumbData,
  itemListData,
  organizationData,
  productData,
  websiteData,
} from './structuredData.ts'
import { plainText } from './plainText.ts'

/** Pages of a customer are not indexed. */
const unindexedPages: ReadonlySet<Page> = new Set<Page>([...protectedPages, 'cart', 'search'])

/** The head of a page: catalogue pages have their own, others one made of the title. */
export function headOf(pageInput: Omit<HeadInput, 'params'>): Head {
  const input = { ...pageInput, params: pageAt(pageInput.url)?.params ?? {} }
  const head = { ...plainHead(input), ...ownHead(input) }
  return { ...head, title: `${head.title} | ${head.siteName}` }
}

function plainHead(input: HeadInput): Head {
  const { url, page } = input
  const store = resultOf(input, 'readStore')
  const title = (page && titles[page]) ?? 'Page not found'
  const accent = store?.colours?.accent
  return {
    title,
    description: `${descriptions[page ?? 'home'] ?? storeDescription} ${store?.tagline ?? defaultTagline}.`,
    canonical: canonicalOf(url),
    isIndexed: page !== undefined && !unindexedPages.has(page),
    siteName: store?.name ?? defaultStoreName,
    ...(accent && { accent }),
    preload: [],
    structured:
      page && !unindexedPages.has(page) ? [breadcrumbData([{ text: title }], url.origin)] : [],
  }
}

const storeDescription = 'Fashion for women and men, delivered within the hour.'

/** Descriptions of information pages. */
const descriptions: Partial<Record<Page, string>> = {
  support:
    'Answers about delivery, returns and payment, our phone number and email, and a complaint form.',
  faq: 'How delivery, Try & Buy, returns, exchanges, refunds and payment work.',
  terms: 'The terms for shopping with us: orders, prices, delivery, Try & Buy, returns.',
  privacy:
    'What data we collect, why, how long we keep it, and how to download, correct or delete it.',
  refundPolicy: 'What we refund when you cancel or return an order, how, and when.',
  about: 'Who we are and how we deliver within the hour.',
  contact: 'Our address, phone and email, and the grievance officer.',
}

function ownHead(input: HeadInput): Partial<Head> {
  switch (input.page) {
    case 'home':
      return headOfHome(input)
    case 'collections':
      return headOfList(input)
    case 'search':
      return headOfSearch(input)
    case 'product':
      return headOfProduct(input)
    case 'policy':
      return headOfPolicy(input)
    default:
      return {}
  }
}

/** An unknown policy is not indexed. */
function headOfPolicy({ params, url }: HeadInput): Partial<Head> {
  const name = policyNames.get(params.policyType ?? '')
  if (!name) return { title: unknownPolicy, isIndexed: false, structured: [] }
  return {
    title: name,
    description: `${name} of our online store, and how to contact us.`,
    structured: [breadcrumbData([{ text: name }], url.origin)],
  }
}

/** Input of a head. */
export type HeadInput = {
  url: URL
  /** Undefined if the page does not exist. */
  page: Page | undefined
  params: Params
  /** The response to a read of the page or the head. */
  responseOf: (name: PublicReadName) => unknown
}

type ResponseWithResult<Name extends PublicReadName> = Extract<
  ReadResponse<Name>,
  { result: unknown }
>

/** The result of a response. It was validated when it was sent, so this only types it. */
export function resultOf<Name extends PublicReadName>(
  input: HeadInput,
  name: Name,
): ResponseWithResult<Name>['result'] | undefined {
  return (input.responseOf(name) as ResponseWithResult<Name> | undefined)?.result
}

/** Preloads the first photo of a product in its displayed size. */
function firstPhotoOf(photos: string[], sizes: string): PreloadedImage[] {
  return photos.slice(0, 1).map((href) => {
    const srcSet = srcSetOf(href)
    return srcSet ? { href, srcSet, sizes } : { href }
  })
}

/** The first slide has two aspect ratios; only the one that matches the window is preloaded. */
function headOfHome(input: HeadInput): Partial<Head> {
  const { params, url } = input
  const gender = genderOf(params)
  const sliders = resultOf(input, 'readSliders') ?? []
  const [first] = slidesOf(sliders, 'Top Slider', gender)
  const store = resultOf(input, 'readStore')
  const slogan = store?.tagline ?? defaultTagline

  return {
    title: gender === 'MEN' ? `Men’s fashion: ${slogan}` : slogan,
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

/** The head of a list; filters and order do not change it. */
function headOfList(input: HeadInput): Partial<Head> {
  const { params, url } = input
  const categories = resultOf(input, 'readCategories')?.data ?? []
  const list = resultOf(input, 'readProducts')
  const { title, crumbs } = listHeading(params, categories, list)
  const isNarrow = Boolean(params.category ?? params.subcategory ?? params.brands)
  const count = list ? totalText(list) : 'Styles'
  const brand = resultOf(input, 'readBrandPage')
  const store = resultOf(input, 'readStore')
  const { slowMinutes, returnHours } = termsOf(store)
  const cities = citiesText(store?.tryAndBuyCities)

  return {
    title: brand ? titleOfBrand(brand) : title,
    description: brand?.description
      ? truncate(`${brand.description} At your door in ${slowMinutes} mins.`)
      : `${title}: ${count} from Indian brands, at your door in ${slowMinutes} mins. ${cities ? `Try & Buy in ${cities}, returns` : 'Returns'} within ${returnHours} hours.`,
    // Empty lists are not indexed.
    isIndexed: list?.total !== 0,
    structured: [
      breadcrumbData(crumbs, url.origin),
      ...(list?.total && isNarrow ? [itemListData(list.data, url.origin)] : []),
    ],
    ...imageOf(list),
  }
}

/** The name of a brand with its largest categories. */
function titleOfBrand({ name, categories }: BrandPage): string {
  const categoryNames = [...new Set(categories.map((category) => category.name))]
    .slice(0, maxTitleCategories)
    .map((kind) => kind.toLowerCase())
  return categoryNames.length > 0 ? `${name}: ${joinWithAnd(categoryNames)}` : name
}
const maxTitleCategories = 3

/** Search results are not indexed. */
function headOfSearch(input: HeadInput): Partial<Head> {
  const words = searchTermOf(input.params)
  const list = resultOf(input, 'readProducts')
  return {
    title: words ? `“${words}”` : 'Search',
    ...imageOf(list),
  }
}

function imageOf(list: ProductListResponse['result'] | undefined): Partial<Head> {
  const [first] = list?.data ?? []
  if (!first) return {}
  return {
    preload: firstPhotoOf(first.photos, photoSizes.card),
    image: shareImagePath(first),
    imageText: first.name,
  }
}

function headOfProduct(input: HeadInput): Partial<Head> {
  const product = resultOf(input, 'readProduct')
  if (!product) return {}
  const { name, brand, photos, description, discountedPrice } = product
  const categories = resultOf(input, 'readCategories')?.data ?? []
  const { crumbs } = productHeading(product, categories)
  const { origin } = input.url
  const related = {
    origin,
    store: resultOf(input, 'readStore'),
    reviews: resultOf(input, 'readReviews'),
    charges: resultOf(input, 'readShippingCharges'),
  }

  return {
    title: `${name} by ${brand.name}, ${moneyText(discountedPrice)}`,
    description: truncate(
      `${plainText(description)} At your door in ${termsOf(related.store).slowMinutes} mins.`,
    ),
    preload: firstPhotoOf(photos, photoSizes.page),
    structured: [productData(product, related), breadcrumbData(crumbs, origin)],
    image: shareImagePath(product),
    imageText: `${name} by ${brand.name}`,
  }
}

const maxDescriptionLength = 200

/** Cuts at a word boundary. */
function truncate(text: string): string {
  if (text.length <= maxDescriptionLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxDescriptionLength))}…`
}
