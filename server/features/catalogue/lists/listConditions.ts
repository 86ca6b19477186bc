import { eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { products } from '#server/database/schema/catalogue.ts'
import {
  isPriceAtMost,
  matchesWords,
  isForGender,
  paise,
  queryConditions,
  textArray,
} from '#server/commerce/search/searchConditions.ts'
import type { SearchQuery } from '#server/commerce/search/searchQuery.ts'
import { isOnSale } from '#server/commerce/products.ts'

/** The conditions of a list. A size must be in stock to match. */
export function listConditions(query: ListQuery, searchQuery?: SearchQuery): SQL[] {
  const { category, subcategory, gender, brand, size, origin, priceMin, priceMax } = query
  const conditions: (SQL | undefined | false)[] = [
    isOnSale,
    category !== undefined && eq(products.categoryId, category),
    subcategory !== undefined && sql`${products.subcategoryIds} @> ${textArray([subcategory])}`,
    gender !== undefined && isForGender(gender),
    brand !== undefined && inArray(products.brandId, brand.split(',')),
    size !== undefined && sql`${products.sizesInStock} && ${textArray(size.split(','))}`,
    origin !== undefined && inArray(products.origin, origin.split(',')),
    priceMin !== undefined && sql`${products.pricePaise} >= ${paise(priceMin)}`,
    priceMax !== undefined && isPriceAtMost(priceMax),
    query.inStock === 'true' && eq(products.isInStock, true),
  ]
  const filterConditions = conditions.filter((condition): condition is SQL => Boolean(condition))
  return searchQuery
    ? [...filterConditions, ...matchesWords(searchQuery), ...queryConditions(searchQuery)]
    : filterConditions
}
