import * as v from 'valibot'

import { Rupees } from './money.ts'
import type { Params } from './paths.ts'
import { Product } from './product.ts'
import { reply } from './reply.ts'
import { rules } from './rules.ts'

const text = v.pipe(v.string(), v.maxLength(200))
const commaList = v.pipe(text, v.regex(/^[^,]+(,[^,]+)*$/))
const amount = v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,2})?$/))

/** Query of `GET /products/list`. Lists are joined by commas; prices are rupees. */
export const ListQuery = v.object({
  search: v.optional(v.pipe(text, v.maxLength(rules.search.maxLength))),
  sortBy: v.optional(v.literal('discountedPrice')),
  sortOrder: v.optional(v.picklist(['asc', 'desc'])),
  size: v.optional(commaList),
  brand: v.optional(commaList),
  priceMin: v.optional(amount),
  priceMax: v.optional(amount),
  category: v.optional(text),
  subcategory: v.optional(text),
  gender: v.optional(v.picklist(['men', 'women', 'MEN', 'WOMEN'])),
  origin: v.optional(commaList),
  inStock: v.optional(v.picklist(['true', 'false'])),
  cursor: v.optional(text),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/))),
})
export type ListQuery = v.InferOutput<typeof ListQuery>

export const ProductListReply = reply({
  result: v.object({
    data: v.array(Product),
    total: v.number(),
    nextCursor: v.nullable(v.string()),
  }),
})
export type ProductListReply = v.InferOutput<typeof ProductListReply>

/** Query of `GET /products/get-filters`: within what the values are counted. */
export const FiltersQuery = v.pick(ListQuery, ['category', 'subcategory', 'brand', 'gender'])

export const FiltersReply = reply({
  result: v.object({
    size: v.array(v.string()),
    brands: v.array(v.object({ _id: v.string(), name: v.string() })),
    origins: v.array(v.string()),
    min_price: Rupees,
    max_price: Rupees,
  }),
})
export type Filters = v.InferOutput<typeof FiltersReply>['result']

export const SuggestQuery = v.object({
  search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(rules.search.maxLength)),
})

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
} as const satisfies Record<string, keyof ListQuery>

/** What a list page asks, from what its address says. Anything that does not fit is left out. */
export function listQueryOf(params: Params): ListQuery {
  const query: Record<string, string> = {}
  for (const [inAddress, inCall] of Object.entries(namesInCall)) {
    const value = params[inAddress]?.trim()
    if (value && v.safeParse(ListQuery.entries[inCall], value).success) query[inCall] = value
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
