import type { Params } from '#contract/paths.ts'

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
