import * as v from 'valibot'

import { Rupees } from '#contract/values/money.ts'
import { cleanSearch, listPatterns, sortNames } from './listQuery.ts'
import { Product } from './product.ts'
import {
  CursorQuery,
  WarehouseQuery,
  type SchemasByCall,
  listResponseSchema,
  responseSchema,
} from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'

const matching = (pattern: RegExp) => v.optional(v.pipe(v.string(), v.regex(pattern)))

/** Empty if nothing of it can be seen; then nothing is found. */
const SearchText = v.pipe(
  v.string(),
  v.transform(cleanSearch),
  v.regex(new RegExp(`^[^]{0,${rules.search.maxLength}}$`)),
)

/** Query of `GET /products/list`. Lists are comma-separated; prices are rupees. */
export const ListQuery = v.object({
  search: v.optional(SearchText),
  /** By price with `sortOrder`; the other sort orders have a single direction. */
  sortBy: v.optional(v.picklist(['discountedPrice', ...sortNames])),
  sortOrder: v.optional(v.picklist(['asc', 'desc'])),
  size: matching(listPatterns.size),
  brand: matching(listPatterns.brand),
  priceMin: matching(listPatterns.priceMin),
  priceMax: matching(listPatterns.priceMax),
  category: matching(listPatterns.category),
  subcategory: matching(listPatterns.subcategory),
  gender: matching(listPatterns.gender),
  /** Shown first, unless the search names a gender or there is another sort order. */
  prefer: matching(listPatterns.prefer),
  origin: matching(listPatterns.origin),
  inStock: matching(listPatterns.inStock),
  /** Ids of `attributes.ts`. */
  colour: matching(listPatterns.colour),
  fabric: matching(listPatterns.fabric),
  occasion: matching(listPatterns.occasion),
  /** At least this many percent off. */
  discount: matching(listPatterns.discount),
  /** At least this many stars. */
  rating: matching(listPatterns.rating),
  isNew: matching(listPatterns.isNew),
  /** Only products that were sold out and are in stock again. */
  isBack: matching(listPatterns.isBack),
  /** Only what customers have bought lately. */
  sold: matching(listPatterns.sold),
  /** Only what customers in this city buy most; without `sortBy`, the most bought first. */
  trending: matching(listPatterns.trending),
  ...CursorQuery.entries,
  ...WarehouseQuery.entries,
  limit: matching(/^\d{1,2}$/),
})
export type ListQuery = v.InferOutput<typeof ListQuery>

/** A part of a search that the store interpreted as a filter, such as a colour or a price limit. */
const UnderstoodPart = v.object({
  kind: v.picklist([
    'category',
    'brand',
    'colour',
    'fabric',
    'occasion',
    'gender',
    'size',
    'price',
    'discount',
    'new',
  ]),
  label: v.string(),
  /** The search without this part. */
  without: v.string(),
})
export type UnderstoodPart = v.InferOutput<typeof UnderstoodPart>

export const ProductListResponse = responseSchema({
  result: v.object({
    data: v.array(Product),
    total: v.number(),
    /** Set if there are at least `total` products: a large catalogue is not counted to the end. */
    totalRelation: v.optional(v.literal('gte')),
    nextCursor: v.nullable(v.string()),
    /** Search words that were dropped because no product matches all words. */
    leftOut: v.optional(v.array(v.string())),
    understood: v.optional(v.array(UnderstoodPart)),
  }),
})
export type ProductListResponse = v.InferOutput<typeof ProductListResponse>

/**
 * Query of `GET /products/get-filters`. `search`, `category`, `subcategory`, `brand` and `gender`
 * identify the list; the response has the filter values of its products. The other parameters are the
 * filters that the shopper has selected; they change only the counts. A selected category or brand has
 * the prefix `selected`, because the list itself may have one. With `brandName` the response has only
 * the brands whose names contain it, including those that it leaves out otherwise.
 */
export const FiltersQuery = v.object({
  ...v.omit(ListQuery, ['sortBy', 'sortOrder', 'cursor', 'limit', 'prefer']).entries,
  selectedCategory: matching(listPatterns.category),
  selectedSubcategory: matching(listPatterns.subcategory),
  selectedBrand: matching(listPatterns.brand),
  brandName: matching(listPatterns.search),
})
export type FiltersQuery = v.InferOutput<typeof FiltersQuery>

const Counts = v.record(v.string(), v.number())

const FiltersResponse = responseSchema({
  result: v.object({
    size: v.array(v.string()),
    brands: v.array(v.object({ _id: v.string(), name: v.string() })),
    /** There are more brands than listed: `brandName` finds them. */
    hasMoreBrands: v.optional(v.boolean()),
    origins: v.array(v.string()),
    /** Ids of `attributes.ts`, and lower limits in percent and in stars. */
    colours: v.optional(v.array(v.string()), []),
    fabrics: v.optional(v.array(v.string()), []),
    occasions: v.optional(v.array(v.string()), []),
    discounts: v.optional(v.array(v.number()), []),
    ratings: v.optional(v.array(v.number()), []),
    min_price: Rupees,
    max_price: Rupees,
    /**
     * Number of products per value; for a size, those that have it in stock; for a discount or rating,
     * those with at least that much. With selected filters: the number of products that the list has
     * if this value is selected instead of the others of its filter.
     */
    counts: v.optional(
      v.object({
        /** `men` and `women`, whichever of them the list is limited to. Stored responses may lack it. */
        genders: v.optional(Counts),
        categories: Counts,
        /** Only in the list of a category. Stored responses may lack it. */
        subcategories: v.optional(Counts),
        size: Counts,
        brands: Counts,
        origins: Counts,
        colours: Counts,
        fabrics: Counts,
        occasions: Counts,
        discounts: Counts,
        ratings: Counts,
        isNew: v.number(),
        /** Stored responses may lack it. */
        inStock: v.optional(v.number()),
      }),
    ),
  }),
})
export type Filters = v.InferOutput<typeof FiltersResponse>['result']

const SuggestQuery = v.object({
  search: v.pipe(
    v.string(),
    v.transform(cleanSearch),
    v.minLength(1),
    v.maxLength(rules.search.maxLength),
  ),
  ...WarehouseQuery.entries,
})

/** The most frequent searches of all shoppers, the most frequent first. */
const TrendingSearchesResponse = listResponseSchema(v.string())

/** A completed search, or a brand with its own list. */
const SuggestedTerm = v.object({
  kind: v.picklist(['category', 'brand']),
  text: v.string(),
  /** The page that it leads to. */
  path: v.string(),
})
export type SuggestedTerm = v.InferOutput<typeof SuggestedTerm>
export type Suggestion = SuggestedTerm | Product

const SuggestResponse = responseSchema({
  result: v.object({ data: v.array(Product), terms: v.optional(v.array(SuggestedTerm)) }),
})

export const listingReads = {
  readProducts: { query: ListQuery, response: ProductListResponse },
  readFilters: { query: FiltersQuery, response: FiltersResponse },
  suggestProducts: { query: SuggestQuery, response: SuggestResponse },
  readTrendingSearches: { response: TrendingSearchesResponse },
} satisfies SchemasByCall
