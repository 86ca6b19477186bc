import type { Params } from '#contract/pages/paths.ts'
import { withoutInvisible } from '#contract/values/characters.ts'
import { search } from '#contract/workerRules.ts'

/** Whom a product is for; one for both has both. */
export const genderNames = ['MEN', 'WOMEN'] as const

const text = /^[^]{1,200}$/
const commaList = /^(?=[^]{1,200}$)[^,]+(,[^,]+)*$/
const amount = /^\d{1,9}(\.\d{1,2})?$/
const yesOrNo = /^(true|false)$/

/** Valid values of the list's query parameters; the schema of the call uses them too. */
export const listPatterns = {
  search: /^[^]{1,80}$/,
  category: text,
  subcategory: text,
  brand: commaList,
  gender: /^(men|women)$/i,
  prefer: /^(men|women)$/,
  size: commaList,
  priceMin: amount,
  priceMax: amount,
  origin: commaList,
  inStock: yesOrNo,
  colour: commaList,
  fabric: commaList,
  occasion: commaList,
  discount: /^\d{1,2}$/,
  rating: /^[1-5]$/,
  isNew: yesOrNo,
  isBack: yesOrNo,
  sold: yesOrNo,
  trending: text,
} as const

type RawListQuery = Partial<Record<keyof typeof listPatterns | 'sortBy' | 'sortOrder', string>>

/** The parameters of the call that have another name in a list page's URL. */
const namesInUrl: Partial<Record<string, string>> = {
  search: 'q',
  brand: 'brands',
  priceMin: 'min',
  priceMax: 'max',
  isNew: 'new',
  isBack: 'back',
}

/** The sort orders of a list besides by price, by their names in URLs. */
export const sortNames = ['recommended', 'newest', 'popular', 'discount', 'rating'] as const

/** What was searched for, without characters that cannot be seen. */
export const cleanSearch = (typed: string): string =>
  withoutInvisible(typed.replace(/[\p{Cc}\s]+/gu, ' ')).trim()

/** The search term of a URL, cut to the maximum length. */
export const searchTermOf = ({ q = '' }: Params): string =>
  withoutInvisible(cleanSearch(q).slice(0, search.maxLength)).trim()

/** The query of a list call for a page's URL. Invalid parameters are dropped. */
export function listQueryOf(params: Params): RawListQuery {
  const query: RawListQuery = {}
  for (const name of Object.keys(listPatterns) as (keyof typeof listPatterns)[]) {
    const value =
      name === 'search' ? searchTermOf(params) : params[namesInUrl[name] ?? name]?.trim()
    if (value && listPatterns[name].test(value)) query[name] = value
  }
  if (params.sort === 'asc' || params.sort === 'desc') {
    query.sortBy = 'discountedPrice'
    query.sortOrder = params.sort
  }
  const sort = sortNames.find((name) => name === params.sort)
  if (sort) query.sortBy = sort
  return query
}

/**
 * Appends a query in canonical form, so that equal queries have equal cache keys: sorted, without
 * empty parameters.
 */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length > 0 ? `${path}?${new URLSearchParams(sorted)}` : path
}
