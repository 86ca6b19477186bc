import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { moneyText } from '#ui/text/Money.tsx'

/** What a shopper can choose on a list; the names are those of the address. */
export type ChoiceName =
  'category' | 'subcategory' | 'brands' | 'size' | 'min' | 'max' | 'origin' | 'inStock' | 'sort'

type Choices = Partial<Record<ChoiceName, string | undefined>>

/**
 * What is left out stays; undefined takes a choice away. What adds to a choice is worked out from
 * those that hold by then: two taps may come before the list is drawn anew.
 */
export type ListChange = Choices | ((params: Params) => Choices)

/** What 'Clear all' takes away; the words and the order stay. */
const filterNames = [
  'size',
  'min',
  'max',
  'brands',
  'origin',
  'inStock',
] as const satisfies ChoiceName[]

/** The kind of clothes. It is what a collection is, but one more filter of a search. */
const kindNames = ['category', 'subcategory'] as const satisfies ChoiceName[]

export function withChange(params: Params, change: ListChange): Params {
  const choices = typeof change === 'function' ? change(params) : change
  const all = Object.entries({ ...params, ...choices })
  return Object.fromEntries(all.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

export function withoutFilters(params: Params): Params {
  const names = params.q ? [...filterNames, ...kindNames] : filterNames
  return withChange(params, Object.fromEntries(names.map((name) => [name, undefined])))
}

/** The values of a choice of which several can hold. */
export const listed = (values: string | undefined): string[] =>
  values?.split(',').filter(Boolean) ?? []

/** The same values with one more, or without it if it was there. */
export function toggled(values: string | undefined, value: string): string | undefined {
  const all = listed(values)
  const next = all.includes(value) ? all.filter((other) => other !== value) : [...all, value]
  return next.length > 0 ? next.join(',') : undefined
}

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
