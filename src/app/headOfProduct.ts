import type { CategoriesReply } from '#contract/catalogue.ts'
import { productPath } from '#contract/paths.ts'
import type { ProductReply } from '#contract/product.ts'
import { moneyText } from '#ui/Money.tsx'
import { type Head, type HeadGiven, previewOf, resultOf } from './head.ts'
import { breadcrumbData, productData } from './structuredData.ts'
import { productHeading } from './useHeading.ts'

export function headOfProduct(given: HeadGiven): Partial<Head> {
  const product = resultOf<typeof ProductReply>(given, 'product')
  if (!product) return {}
  const { _id, name, brand, photos, description, discountedPrice } = product
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data ?? []
  const { crumbs } = productHeading(product, categories)
  const { origin } = given.url

  return {
    title: `${name} by ${brand.name}, ${moneyText(discountedPrice)} | Pehno`,
    description: cut(`${description} At your door in 60 mins.`),
    canonical: productPath(_id),
    preload: photos.slice(0, 1).map((href) => ({ href })),
    structured: [productData(product, origin), breadcrumbData(crumbs, origin)],
    ...previewOf(photos),
  }
}

const shownLetters = 200

/** Ends at a word. */
function cut(text: string): string {
  if (text.length <= shownLetters) return text
  return `${text.slice(0, text.lastIndexOf(' ', shownLetters))}…`
}
