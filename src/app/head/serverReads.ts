import { brandsByIdRead, shippingRead } from '#contract/api/reads.ts'
import type { ReadReply } from '#contract/api/schemas.ts'
import type { BrandsReply, CategoriesReply, Category } from '#contract/catalogue/catalogue.ts'
import { listPatterns } from '#contract/catalogue/listQuery.ts'
import type { Page, Params } from '#contract/paths.ts'
import { type HeadInput, resultOf } from './pageHead.ts'

type HeadRead = readonly [noun: string, path: string]

/**
 * Reads for the head only, by the noun of their reply. They are not part of the document, because
 * the page does not show them at first.
 */
export function headReadsOf(page: Page | undefined, { id = '', brands }: Params = {}): HeadRead[] {
  if (page === 'product') {
    return [['reviews', `products/${encodeURIComponent(id)}/reviews`], shippingRead]
  }
  return page === 'collections' && isBrandList(brands) ? [brandsByIdRead(brands)] : []
}

const isBrandList = (brands: string | undefined): brands is string =>
  brands !== undefined && listPatterns.brand.test(brands)

type Brief = Pick<Category, '_id' | 'name' | 'gender'> & {
  subcategories: Pick<Category['subcategories'][number], '_id' | 'name'>[]
}

/** The subcategories of home, reduced to what their tiles show. */
export function briefSubcategories({ result, ...reply }: ReadReply<'randomSubcategories'>) {
  const data = result.data.map(({ _id, name, photo }) => ({ _id, name, photo }))
  return { ...reply, result: { data } }
}

/**
 * The categories reduced to what a first page shows: names, and the content of the current one. The
 * whole tree is read on the first interaction.
 */
export function briefCategories(
  { result, ...reply }: ReadReply<'categories'>,
  { category, subcategory }: Params,
) {
  const data = result.data.map(({ _id, name, gender, subcategories }): Brief => {
    const isHere = category
      ? _id === category
      : subcategories.some((inside) => inside._id === subcategory)
    const within = isHere
      ? subcategories.map((inside) => ({ _id: inside._id, name: inside.name }))
      : []
    return { _id, name, gender, subcategories: within }
  })
  return { ...reply, result: { data } }
}

/** Whether what a URL names exists; else it is answered with 404. */
export function isExistingPage(given: HeadInput): boolean {
  if (given.page === 'product') return given.answerOf('product') !== undefined
  if (given.page === 'collections') return hasKinds(given) && hasBrands(given)
  return given.page !== undefined
}

/** A reply that is missing for another reason proves nothing. */
function hasKinds(given: HeadInput): boolean {
  const { category, subcategory } = given.params
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data
  if (!categories) return true
  const within = categories.flatMap(({ subcategories }) => subcategories)
  return isAmong(category, categories) && isAmong(subcategory, within)
}

/** A list needs only one existing brand. */
function hasBrands(given: HeadInput): boolean {
  const brands = resultOf<typeof BrandsReply>(given, 'brands')?.data
  const asked = given.params.brands?.split(',')
  return !brands || !asked || asked.some((id) => isAmong(id, brands))
}

const isAmong = (id: string | undefined, all: { _id: string }[]) =>
  !id || all.some(({ _id }) => _id === id)
