import { sizeText } from '#contract/catalogue/stock.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { optionName, colours, fabrics, occasions } from '#contract/catalogue/attributes.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import { brandOfPage } from '#contract/api/reads.ts'
import type { Params } from '#contract/pages/paths.ts'
import { moneyText } from '#ui/text/Price.tsx'

/** The filters and sort order of a list; the names are those in the URL. */
export type ListParamName =
  (typeof filterNames)[number] | (typeof categoryNames)[number] | 'sort' | 'q'

type ListParams = Partial<Record<ListParamName, string | undefined>>

/**
 * Missing fields stay unchanged; undefined removes a filter. A function gets the current values,
 * because two taps can come before the next render.
 */
export type ListChange = ListParams | ((params: Params) => ListParams)

/** What 'Clear all' removes; the search term and the sort order stay. */
const filterNames = [
  'size',
  'min',
  'max',
  'brands',
  'colour',
  'fabric',
  'occasion',
  'discount',
  'rating',
  'new',
  'back',
  'sold',
  'trending',
  'origin',
  'inStock',
] as const

/** They define a collection, but are filters of a search. */
const categoryNames = ['category', 'subcategory', 'gender'] as const

export function withChange(params: Params, change: ListChange): Params {
  const changes = typeof change === 'function' ? change(params) : change
  const all = Object.entries({ ...params, ...changes })
  return Object.fromEntries(all.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

export function withoutFilters(params: Params): Params {
  const names = params.q ? [...filterNames, ...categoryNames] : filterNames
  return withChange(params, Object.fromEntries(names.map((name) => [name, undefined])))
}

/** The values of a filter that can have several. */
export const splitValues = (values: string | undefined): string[] =>
  values?.split(',').filter(Boolean) ?? []

/** Adds a value, or removes it. */
export function toggleValue(values: string | undefined, value: string): string | undefined {
  const all = splitValues(values)
  const next = all.includes(value) ? all.filter((other) => other !== value) : [...all, value]
  return next.length > 0 ? next.join(',') : undefined
}

/** An active filter: its label, and the change that removes it. */
export type ActiveFilter = { text: string; removal: ListChange }

type ListContext = {
  params: Params
  /** The label of a brand that is not among the filters is derived from its id. */
  filters: Filters | undefined
  categories: Category[]
}

export function activeFilters({ params, filters, categories }: ListContext): ActiveFilter[] {
  const { q, min, max, discount, rating, trending } = params
  const several = (name: ListParamName, textOf: (value: string) => string) =>
    splitValues(params[name]).map((value) => ({
      text: textOf(value),
      removal: { [name]: toggleValue(params[name], value) },
    }))
  const brandName = (id: string) =>
    filters?.brands.find(({ _id }) => _id === id)?.name ?? nameOfId(id)

  return [
    ...(q ? categoryFilters(params, categories) : []),
    ...several('size', sizeText),
    ...(min || max
      ? [{ text: priceText(min, max), removal: { min: undefined, max: undefined } }]
      : []),
    // On a brand's page the brand is its heading.
    ...(brandOfPage(params) ? [] : several('brands', brandName)),
    ...several('colour', (id) => optionName(colours, id)),
    ...several('fabric', (id) => optionName(fabrics, id)),
    ...several('occasion', (id) => optionName(occasions, id)),
    ...(discount ? [{ text: discountText(discount), removal: { discount: undefined } }] : []),
    ...(rating ? [{ text: ratingText(rating), removal: { rating: undefined } }] : []),
    ...(params.new === 'true' ? [{ text: 'New arrivals', removal: { new: undefined } }] : []),
    ...(params.sold === 'true' ? [{ text: 'Popular', removal: { sold: undefined } }] : []),
    ...(params.back === 'true' ? [{ text: 'Back in stock', removal: { back: undefined } }] : []),
    ...(trending ? [{ text: `Trending in ${trending}`, removal: { trending: undefined } }] : []),
    ...several('origin', (country) => `Made in ${country}`),
    ...(params.inStock === 'true' ? [{ text: 'In stock', removal: { inStock: undefined } }] : []),
  ]
}

export const discountText = (percent: string | number) => `${percent}% off or more`
export const ratingText = (stars: string | number) => `${stars} stars and above`

/** Derives a brand's name from its id. */
export const nameOfId = (id: string) =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** The genders of a list, by their values in URLs. */
export const genderNames: Partial<Record<string, string>> = { women: 'Women', men: 'Men' }

/** In a search the category and the gender are filters. */
function categoryFilters(
  { category, subcategory, gender }: Params,
  categories: Category[],
): ActiveFilter[] {
  const all = [...categories, ...categories.flatMap(({ subcategories }) => subcategories)]
  const nameOf = (id: string) => all.find(({ _id }) => _id === id)?.name ?? id
  return [
    ...(gender
      ? [{ text: genderNames[gender.toLowerCase()] ?? gender, removal: { gender: undefined } }]
      : []),
    ...(category ? [{ text: nameOf(category), removal: { category: undefined } }] : []),
    ...(subcategory ? [{ text: nameOf(subcategory), removal: { subcategory: undefined } }] : []),
  ]
}

function priceText(min: string | undefined, max: string | undefined): string {
  if (!max) return `From ${moneyText(Number(min))}`
  if (!min) return `Up to ${moneyText(Number(max))}`
  return `${moneyText(Number(min))} to ${moneyText(Number(max))}`
}
