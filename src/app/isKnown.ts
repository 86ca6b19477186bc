import type { BrandsReply, CategoriesReply } from '#contract/catalogue/catalogue.ts'
import { type HeadGiven, resultOf } from './head.ts'

/** Whether the store has what an address names: else it is answered as an unknown one. */
export function isKnown(given: HeadGiven): boolean {
  if (given.page === 'product') return given.answerOf('product') !== undefined
  if (given.page === 'collections') return hasKinds(given) && hasBrands(given)
  return given.page !== undefined
}

/** An answer that is missing for another reason says nothing. */
function hasKinds(given: HeadGiven): boolean {
  const { category, subcategory } = given.params
  const categories = resultOf<typeof CategoriesReply>(given, 'categories')?.data
  if (!categories) return true
  const within = categories.flatMap(({ subcategories }) => subcategories)
  return isAmong(category, categories) && isAmong(subcategory, within)
}

/** One brand of several is enough for a list. */
function hasBrands(given: HeadGiven): boolean {
  const brands = resultOf<typeof BrandsReply>(given, 'brands')?.data
  const asked = given.params.brands?.split(',')
  return !brands || !asked || asked.some((id) => isAmong(id, brands))
}

const isAmong = (id: string | undefined, all: { _id: string }[]) =>
  !id || all.some(({ _id }) => _id === id)
