import type { ShippingCharge } from '#contract/catalogue/catalogue.ts'
import { shareImagePath } from '#contract/catalogue/photos.ts'
import type { Product, ProductDetails } from '#contract/catalogue/product.ts'
import type { Review, ReviewsResponse } from '#contract/catalogue/review.ts'
import { hasStock } from '#contract/catalogue/stock.ts'
import { brandPath, fillPath, paths, productPath, searchPath } from '#contract/pages/paths.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { defaultStoreName, type StoreTerms, termsOf } from '#contract/store/storeTerms.ts'
import type { Crumb } from '#ui/layout/Breadcrumbs.tsx'
import { plainText } from './plainText.ts'

/** Structured data of schema.org, with absolute URLs. */

const context = { '@context': 'https://schema.org' }

export function organizationData(store: StoreFacts, origin: string): object {
  const { name, tagline, contacts, socialLinks, legalEntity } = store
  return {
    ...context,
    '@type': 'Organization',
    name,
    legalName: legalEntity.name,
    slogan: tagline,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    email: contacts.email,
    telephone: contacts.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: contacts.address,
      addressCountry: 'IN',
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: contacts.email,
      telephone: contacts.phone,
    },
    sameAs: Object.values(socialLinks).filter(Boolean),
  }
}

export function websiteData(name: string, origin: string): object {
  return {
    ...context,
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}${searchPath('')}{search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function breadcrumbData(crumbs: Crumb[], origin: string): object {
  const trail: Crumb[] = [{ text: 'Home', to: paths.home }, ...crumbs]
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(to && index < trail.length - 1 && { item: origin + to }),
    })),
  }
}

/** Only the first items, to keep the document small. */
const maxListed = 6

export function itemListData(products: Product[], origin: string): object {
  return {
    ...context,
    '@type': 'ItemList',
    itemListElement: products.slice(0, maxListed).map(({ _id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + productPath(_id),
    })),
  }
}

/** Responses besides the product itself. */
type RelatedData = {
  origin: string
  store: StoreFacts | undefined
  reviews: ReviewsResponse['result'] | undefined
  charges: ShippingCharge[] | undefined
}

const rupees = (amount: number) => ({ price: amount.toFixed(2), priceCurrency: 'INR' })

/** Structured data of a product. Its first image is a raster image. */
export function productData(product: ProductDetails, related: RelatedData): object {
  const { _id, productId, name, brand, category, photos, colour, description } = product
  const { origin } = related
  const rasterImages = photos.filter((photo) => !photo.endsWith('.svg'))
  return {
    ...context,
    '@type': 'Product',
    name,
    description: plainText(description),
    sku: productId,
    image: [shareImagePath(product), ...rasterImages].map((path) => new URL(path, origin).href),
    brand: { '@type': 'Brand', name: brand.name, url: origin + brandPath(brand._id) },
    category: category.name,
    ...(colour && { color: colour }),
    offers: {
      '@type': 'Offer',
      url: origin + productPath(_id),
      ...rupees(product.discountedPrice),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${hasStock(product) ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: related.store?.name ?? defaultStoreName },
      hasMerchantReturnPolicy: returnPolicy(origin, termsOf(related.store)),
      ...shippingOf(related.charges),
    },
    ...ratingOf(related.reviews),
  }
}

const returnPolicy = (origin: string, terms: StoreTerms) => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: Math.floor(terms.returnHours / 24),
  merchantReturnLink: origin + fillPath(paths.policy, { policyType: 'returns' }),
})

const sameDay = { '@type': 'QuantitativeValue', minValue: 0, maxValue: 1, unitCode: 'DAY' }

function shippingOf(charges: ShippingCharge[] | undefined): object {
  const standard = charges?.find(({ shippingType }) => shippingType === 'Standard')
  if (!standard) return {}
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: standard.chargeAmount.toFixed(2),
        currency: 'INR',
      },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: sameDay,
        transitTime: sameDay,
      },
    },
  }
}

/** Number of reviews that previews show. */
const shownReviews = 3

function ratingOf(reviews: ReviewsResponse['result'] | undefined): object {
  if (!reviews?.count || reviews.average === null) return {}
  const withText = reviews.data.filter(({ words }) => words !== '').slice(0, shownReviews)
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: reviews.average.toFixed(1),
      reviewCount: reviews.count,
    },
    ...(withText.length > 0 && { review: withText.map(reviewData) }),
  }
}

const maxReviewLength = 300

const reviewData = ({ stars, words, firstName, at }: Review) => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: stars },
  author: { '@type': 'Person', name: firstName },
  datePublished: at.slice(0, 10),
  reviewBody: words.slice(0, maxReviewLength),
})
