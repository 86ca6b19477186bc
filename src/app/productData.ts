import type { ShippingCharge } from '#contract/catalogue/catalogue.ts'
import { hasStock } from '#contract/catalogue/stock.ts'
import { brandPath, fillPath, paths, productPath } from '#contract/paths.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { Review, ReviewsReply } from '#contract/catalogue/review.ts'
import { rules } from '#contract/rules.ts'
import { sharePath } from '#contract/catalogue/photos.ts'
import type { StoreFacts } from '#contract/storeFacts.ts'
import { storeName } from './storeName.ts'
import { context } from './structuredData.ts'

/** What is known beside the product itself. */
type Around = {
  origin: string
  store: StoreFacts | undefined
  reviews: ReviewsReply['result'] | undefined
  charges: ShippingCharge[] | undefined
}

const rupees = (amount: number) => ({ price: amount.toFixed(2), priceCurrency: 'INR' })

/** A product as search engines read it. Its first picture is one that they can show. */
export function productData(product: ProductDetails, around: Around): object {
  const { _id, productId, name, brand, category, photos, colour, description } = product
  const { origin } = around
  const pictures = photos.filter((photo) => !photo.endsWith('.svg'))
  return {
    ...context,
    '@type': 'Product',
    name,
    description,
    sku: productId,
    image: [sharePath(product), ...pictures].map((path) => new URL(path, origin).href),
    brand: { '@type': 'Brand', name: brand.name, url: origin + brandPath(brand._id) },
    category: category.name,
    ...(colour && { color: colour }),
    offers: {
      '@type': 'Offer',
      url: origin + productPath(_id),
      ...rupees(product.discountedPrice),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${hasStock(product) ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: around.store?.name ?? storeName },
      hasMerchantReturnPolicy: returnPolicy(origin),
      ...shippingOf(around.charges),
    },
    ...ratingOf(around.reviews),
  }
}

const returnPolicy = (origin: string) => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: rules.orders.returnWindowMs / (24 * 60 * 60 * 1000),
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

/** As many as previews show. */
const shownReviews = 3

function ratingOf(reviews: ReviewsReply['result'] | undefined): object {
  if (!reviews?.count || reviews.average === null) return {}
  const told = reviews.data.filter(({ words }) => words !== '').slice(0, shownReviews)
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: reviews.average.toFixed(1),
      reviewCount: reviews.count,
    },
    ...(told.length > 0 && { review: told.map(reviewData) }),
  }
}

const shownLetters = 300

const reviewData = ({ stars, words, firstName, at }: Review) => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: stars },
  author: { '@type': 'Person', name: firstName },
  datePublished: at.slice(0, 10),
  reviewBody: words.slice(0, shownLetters),
})
