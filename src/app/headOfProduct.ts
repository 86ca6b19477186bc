import type { CategoriesReply, ShippingChargesReply } from '#contract/catalogue/catalogue.ts'
import type { Head } from '#contract/documentHead.ts'
import type { ProductReply } from '#contract/catalogue/product.ts'
import type { ReviewsReply } from '#contract/catalogue/review.ts'
import { photoSizes, sharePath } from '#contract/catalogue/photos.ts'
import type { StoreReply } from '#contract/storeFacts.ts'
import { moneyText } from '#ui/text/Money.tsx'
import { type HeadGiven, resultOf, firstPhotoOf } from './head.ts'
import { productData } from './productData.ts'
import { breadcrumbData } from './structuredData.ts'
import { productHeading } from './useHeading.ts'

export function headOfProduct(given: HeadGiven): Partial<Head> {
  const product = resultOf<typeof ProductReply>(given, 'product')
  if (!product) return {}
  const { name, brand, photos, description, discountedPrice } = product
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data ?? []
  const { crumbs } = productHeading(product, categories)
  const { origin } = given.url
  const around = {
    origin,
    store: resultOf<typeof StoreReply>(given, 'store'),
    reviews: resultOf<typeof ReviewsReply>(given, 'reviews'),
    charges: resultOf<typeof ShippingChargesReply>(given, 'shipping'),
  }

  return {
    title: `${name} by ${brand.name}, ${moneyText(discountedPrice)}`,
    description: cut(`${description} At your door in 60 mins.`),
    preload: firstPhotoOf(photos, photoSizes.page),
    structured: [productData(product, around), breadcrumbData(crumbs, origin)],
    image: sharePath(product),
    imageText: `${name} by ${brand.name}`,
  }
}

const shownLetters = 200

/** Ends at a word. */
function cut(text: string): string {
  if (text.length <= shownLetters) return text
  return `${text.slice(0, text.lastIndexOf(' ', shownLetters))}…`
}
