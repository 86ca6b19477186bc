import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { Filters, ListQuery } from '#contract/catalogue/listing.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import * as rules from '#contract/rules.ts'
import { correctQuery } from '#server/commerce/search/queryCorrection.ts'
import type { Database } from '#server/database/client/connect.ts'
import { brands, products } from '#server/database/schema/catalogue.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'
import { hasInName } from '#server/features/catalogue/storefront.ts'
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
import { hasConditions, relaxQuery } from './closestSearch.ts'
import type { Facets, ListCounts } from './listCounts.ts'

/**
 * At most this many brands are listed, those with the most products: a large catalogue has
 * thousands, which would be most of the size of the page.
 */
const { maxBrands } = rules.list

const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL']

/** Sorts letter sizes first, then numbers (also UK 7 or 28), then words. */
function rankOf(size: string): number {
  const letter = letters.indexOf(size.toUpperCase())
  if (letter >= 0) return letter
  const digits = /\d+(\.\d+)?/.exec(size)
  return digits ? 100 + Number(digits[0]) : 10_000
}

function sortSizes(sizes: string[]): string[] {
  return [...sizes].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}

type Scope = Pick<ListQuery, 'search' | 'category' | 'subcategory' | 'brand' | 'gender'>
const cacheTtlMs = 60_000
const cachedFilters = cacheWithTtl<Filters>(cacheTtlMs, 500)

/**
 * The filters of a list, with the values that occur in it; for a search, in its results. With
 * `brandName` it has only the brands whose names contain it.
 */
export async function readFilters(
  db: Database,
  { brandName, ...scope }: Scope & { brandName?: string | undefined },
  counts?: ListCounts,
): Promise<Filters> {
  const filters = await readListedFilters(db, scope, counts)
  if (brandName === undefined) return filters
  const { hasMoreBrands: _hasMore, counts: counted, ...others } = filters
  const facets = scope.search === undefined ? await counts?.facets(scope) : undefined
  const brandRows = await findBrands(db, await listConditionsFor(db, scope), brandName)
  const brandCounts = brandRows.flatMap(({ _id }) => {
    const count = facets ? facets.brands.get(_id) : counted?.brands[_id]
    return count === undefined ? [] : [[_id, count] as const]
  })
  return {
    ...others,
    brands: brandRows,
    ...(counted && { counts: { ...counted, brands: Object.fromEntries(brandCounts) } }),
  }
}

/** At most this many brands with the name are checked for products in the list. */
const maxNamed = 2 * maxBrands

/** Brands of a list by a part of their name; those that begin with it come first. */
async function findBrands(db: Database, conditions: SQL[], name: string) {
  const { rows } = await db.execute<{ _id: string; name: string }>(sql`
    select named.id as _id, named.name from (
      select id, name, position(${name.toLowerCase()} in lower(name)) > 1 as is_within
      from ${brands} where ${hasInName(name)}
      order by is_within, lower(name), id limit ${sql.raw(String(maxNamed))}
    ) named
    where exists (
      select 1 from ${products} where ${products.brandId} = named.id and ${and(...conditions)})
    order by named.is_within, lower(named.name), named.id
    limit ${sql.raw(String(maxBrands))}`)
  return rows
}

async function readListedFilters(
  db: Database,
  scope: Scope,
  counts?: ListCounts,
): Promise<Filters> {
  const facets = scope.search === undefined ? await counts?.facets(scope) : undefined
  return facets
    ? filtersOf(db, facets)
    : cachedFilters(JSON.stringify(scope), async () =>
        countFilters(db, await listConditionsFor(db, scope)),
      )
}

async function filtersOf(db: Database, facets: Facets): Promise<Filters> {
  const { sizes, origins, lowest, highest } = facets
  const brandCounts = new Map(
    [...facets.brands]
      .sort(([idA, countA], [idB, countB]) => countB - countA || (idA < idB ? -1 : 1))
      .slice(0, maxBrands),
  )
  const ids = [...brandCounts.keys()]
  const brandRows = await db
    .select({ _id: brands.id, name: brands.name })
    .from(brands)
    .where(sql`${brands.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(sql`lower(${brands.name})`)
  return {
    size: sortSizes([...sizes.keys()]),
    brands: brandRows,
    ...(facets.brands.size > maxBrands && { hasMoreBrands: true }),
    origins: [...origins.keys()].sort(),
    min_price: toRupees((sizes.size + ids.length > 0 ? lowest : 0) as Paise),
    max_price: toRupees(highest as Paise),
    counts: {
      size: Object.fromEntries(sizes),
      brands: Object.fromEntries(brandCounts),
      origins: Object.fromEntries(origins),
    },
  }
}

/** Applies the search like the list does, relaxed if it has no results. */
async function listConditionsFor(db: Database, scope: Scope): Promise<SQL[]> {
  if (scope.search === undefined) return listConditions(scope)
  const searchQuery = await correctQuery(db, scope.search)
  if (!hasConditions(searchQuery)) return [sql`false`]
  const closest = await relaxQuery(db, searchQuery)
  return listConditions(scope, closest && hasConditions(closest) ? closest : searchQuery)
}

type ValueCount = { value: string; count: number }
type BrandCount = { _id: string; name: string; count: number }

/** Lists with more products than this are sampled, and their values have no counts. */
const sampleSize = 1000

async function countFilters(db: Database, conditions: SQL[]): Promise<Filters> {
  const extremePrice = (order: SQL) => sql`(
    select price_paise from ${products} where ${and(...conditions)} order by price_paise ${order} limit 1)`
  const { rows } = await db.execute<{
    sizes: ValueCount[] | null
    brands: BrandCount[] | null
    origins: ValueCount[] | null
    lowest: number | null
    highest: number | null
    isSample: boolean
  }>(sql`
    with listed as materialized (
      select brand_id, origin, sizes_in_stock, price_paise
      from ${products} where ${and(...conditions)} limit ${sql.raw(String(sampleSize + 1))}
    ),
    size as (select count(*) > ${sql.raw(String(sampleSize))} as is_sample from listed)
    select
      (select jsonb_agg(jsonb_build_object('value', value, 'count', count)) from (
        select value, count(*) from listed, unnest(sizes_in_stock) value group by value) s) as sizes,
      (select jsonb_agg(jsonb_build_object('_id', b.id, 'name', b.name, 'count', l.count)
          order by lower(b.name))
        from (select brand_id, count(*) from listed group by brand_id
          order by 2 desc, 1 limit ${sql.raw(String(maxBrands))}) l
        join brands b on b.id = l.brand_id) as brands,
      (select jsonb_agg(jsonb_build_object('value', value, 'count', count) order by value) from (
        select origin::text as value, count(*) from listed group by origin) o) as origins,
      (select is_sample from size) as "isSample",
      case when (select is_sample from size) then ${extremePrice(sql`asc`)}
        else (select min(price_paise) from listed) end as lowest,
      case when (select is_sample from size) then ${extremePrice(sql`desc`)}
        else (select max(price_paise) from listed) end as highest`)
  const [found] = rows
  const [sizes, brandRows, origins] = [
    found?.sizes ?? [],
    found?.brands ?? [],
    found?.origins ?? [],
  ]
  return {
    size: sortSizes(sizes.map(({ value }) => value)),
    brands: brandRows.map(({ _id, name }) => ({ _id, name })),
    // A sample may lack brands of the list.
    ...((found?.isSample || brandRows.length === maxBrands) && { hasMoreBrands: true }),
    origins: origins.map(({ value }) => value),
    min_price: toRupees((found?.lowest ?? 0) as Paise),
    max_price: toRupees((found?.highest ?? 0) as Paise),
    ...(!found?.isSample && {
      counts: {
        size: countsOf(sizes),
        brands: Object.fromEntries(brandRows.map(({ _id, count }) => [_id, count])),
        origins: countsOf(origins),
      },
    }),
  }
}

const countsOf = (counted: ValueCount[]) =>
  Object.fromEntries(counted.map(({ value, count }) => [value, count]))

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
