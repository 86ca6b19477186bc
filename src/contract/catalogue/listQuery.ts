import type { Params } from '#contract/paths.ts'
import { search } from '#contract/workerRules.ts'

const text = /^[^]{1,200}$/
const commaList = /^(?=[^]{1,200}$)[^,]+(,[^,]+)*$/
const amount = /^\d{1,9}(\.\d{1,2})?$/

/** What the choices of a list may look like; the schema of the call is made of these too. */
export const listPatterns = {
  search: /^[^]{1,80}$/,
  category: text,
  subcategory: text,
  brand: commaList,
  gender: /^(men|women)$/i,
  size: commaList,
  priceMin: amount,
  priceMax: amount,
  origin: commaList,
  inStock: /^(true|false)$/,
} as const

type ListChoices = Partial<Record<keyof typeof listPatterns | 'sortBy' | 'sortOrder', string>>

/** The names a list page gives its choices in the address, and what the call names them. */
const namesInCall = {
  q: 'search',
  category: 'category',
  subcategory: 'subcategory',
  brands: 'brand',
  gender: 'gender',
  size: 'size',
  min: 'priceMin',
  max: 'priceMax',
  origin: 'origin',
  inStock: 'inStock',
} as const satisfies Record<string, keyof typeof listPatterns>

/**
 * What an address searches for, as it is asked and shown: no longer than may be asked, and what
 * cannot be printed is nothing.
 */
export function searchTermOf({ q = '' }: Params): string {
  const printed = q.replace(/\p{Cc}+/gu, ' ').trim()
  return printed
    .slice(0, search.maxLength)
    .replace(/[\p{Cf}\p{Cs}]+/gu, '')
    .trim()
}

/** What a list page asks, from what its address says. Anything that does not fit is left out. */
export function listQueryOf(params: Params): ListChoices {
  const query: ListChoices = {}
  for (const [inAddress, inCall] of Object.entries(namesInCall)) {
    const value = inAddress === 'q' ? searchTermOf(params) : params[inAddress]?.trim()
    if (value && listPatterns[inCall].test(value)) query[inCall] = value
  }
  if (params.sort === 'asc' || params.sort === 'desc') {
    query.sortBy = 'discountedPrice'
    query.sortOrder = params.sort
  }
  return query
}

/** One spelling for one question, so that the answer is found again: sorted, nothing empty. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length > 0 ? `${path}?${new URLSearchParams(sorted)}` : path
}
