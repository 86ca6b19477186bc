import * as v from 'valibot'

import { Rupees } from '#contract/money.ts'
import { listPatterns } from './listQuery.ts'
import { Product } from './product.ts'
import { reply } from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'

const matching = (pattern: RegExp) => v.optional(v.pipe(v.string(), v.regex(pattern)))

/** Query of `GET /products/list`. Lists are comma-separated; prices are rupees. */
export const ListQuery = v.object({
  search: matching(listPatterns.search),
  sortBy: v.optional(v.literal('discountedPrice')),
  sortOrder: v.optional(v.picklist(['asc', 'desc'])),
  size: matching(listPatterns.size),
  brand: matching(listPatterns.brand),
  priceMin: matching(listPatterns.priceMin),
  priceMax: matching(listPatterns.priceMax),
  category: matching(listPatterns.category),
  subcategory: matching(listPatterns.subcategory),
  gender: matching(listPatterns.gender),
  origin: matching(listPatterns.origin),
  inStock: matching(listPatterns.inStock),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(400))),
  limit: matching(/^\d{1,2}$/),
})
export type ListQuery = v.InferOutput<typeof ListQuery>

export const ProductListReply = reply({
  result: v.object({
    data: v.array(Product),
    total: v.number(),
    /** There are more than `total` products: the store stopped counting there. */
    isTotalCapped: v.optional(v.boolean()),
    nextCursor: v.nullable(v.string()),
    /** Search words that were dropped because no product matches all words. */
    leftOut: v.optional(v.array(v.string())),
  }),
})
export type ProductListReply = v.InferOutput<typeof ProductListReply>

/**
 * Query of `GET /products/get-filters`: the list whose values are counted. With `brandName` the
 * reply has only the brands whose names contain it, including those that are not listed otherwise.
 */
export const FiltersQuery = v.object({
  ...v.pick(ListQuery, ['search', 'category', 'subcategory', 'brand', 'gender']).entries,
  brandName: matching(listPatterns.search),
})

const Counts = v.record(v.string(), v.number())

export const FiltersReply = reply({
  result: v.object({
    size: v.array(v.string()),
    brands: v.array(v.object({ _id: v.string(), name: v.string() })),
    /** There are more brands than listed: `brandName` finds them. */
    hasMoreBrands: v.optional(v.boolean()),
    origins: v.array(v.string()),
    min_price: Rupees,
    max_price: Rupees,
    /** Number of products per value; for a size, those that have it in stock. */
    counts: v.optional(v.object({ size: Counts, brands: Counts, origins: Counts })),
  }),
})
export type Filters = v.InferOutput<typeof FiltersReply>['result']

/**
 * Query of `GET /brands`: without parameters the first brands in the store's order. `brand` is a
 * comma-separated list of ids, `search` a part of the name.
 */
export const BrandsQuery = v.pick(ListQuery, ['gender', 'brand', 'search'])

export const SuggestQuery = v.object({
  search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(rules.search.maxLength)),
})
