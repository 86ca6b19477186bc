import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { moneyText } from '#ui/text/Money.tsx'
import { type ListChange, listed, toggled } from './listAddress.ts'

/** A filter that holds, in words, and the change that takes it away. */
export type ActiveFilter = { text: string; removal: ListChange }

type Given = {
  params: Params
  /** A brand that is not among them is known by its id only, which is made of its name. */
  filters: Filters | undefined
  categories: Category[]
}

export function activeFilters({ params, filters, categories }: Given): ActiveFilter[] {
  const { q, min, max } = params
  const several = (name: 'size' | 'brands' | 'origin', textOf: (value: string) => string) =>
    listed(params[name]).map((value) => ({
      text: textOf(value),
      removal: { [name]: toggled(params[name], value) },
    }))
  const brandName = (id: string) =>
    filters?.brands.find(({ _id }) => _id === id)?.name ?? nameOfId(id)

  return [
    ...(q ? kindFilters(params, categories) : []),
    ...several('size', (size) => `Size ${size}`),
    ...(min || max
      ? [{ text: priceText(min, max), removal: { min: undefined, max: undefined } }]
      : []),
    ...several('brands', brandName),
    ...several('origin', (country) => `Made in ${country}`),
    ...(params.inStock === 'true' ? [{ text: 'In stock', removal: { inStock: undefined } }] : []),
  ]
}

/** The name of a brand as its id, which is made of it, shows it. */
export const nameOfId = (id: string) =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** On a search the kind of clothes is a filter like the others. */
function kindFilters({ category, subcategory }: Params, categories: Category[]): ActiveFilter[] {
  const all = [...categories, ...categories.flatMap(({ subcategories }) => subcategories)]
  const nameOf = (id: string) => all.find(({ _id }) => _id === id)?.name ?? id
  return [
    ...(category ? [{ text: nameOf(category), removal: { category: undefined } }] : []),
    ...(subcategory ? [{ text: nameOf(subcategory), removal: { subcategory: undefined } }] : []),
  ]
}

function priceText(min: string | undefined, max: string | undefined): string {
  if (!max) return `From ${moneyText(Number(min))}`
  if (!min) return `Up to ${moneyText(Number(max))}`
  return `${moneyText(Number(min))} to ${moneyText(Number(max))}`
}
