import * as attributes from '#contract/catalogue/attributes.ts'
import type { Filters, FiltersQuery, ListQuery } from '#contract/catalogue/listing.ts'
import { type Paise, toRupees } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
} from '#server/commerce/search/index/catalogueSnapshot.ts'
import { filterProducts, type ListFilters } from '#server/commerce/search/index/filterProducts.ts'
import {
  countFacets,
  countGenders,
  countSubcategories,
  type Facets,
  searchCatalogue,
} from '#server/commerce/search/searchCatalogue.ts'
import { compareSizes } from '#server/commerce/catalogue/sizes.ts'
import { catalogueIn } from '#server/commerce/search/index/warehouseCatalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { withMergedGroups } from './productList.ts'

/**
 * At most this many brands are listed, those with the most products: a large catalogue has
 * thousands, which would be most of the size of the page.
 */
const { maxBrands } = rules.list

const sortSizes = (sizes: string[]): string[] =>
  [...sizes].sort((a, b) => compareSizes(a, b) || (a < b ? -1 : 1))

type Scope = Pick<ListQuery, 'search' | 'category' | 'subcategory' | 'brand' | 'gender'>

/**
 * The filters of a list, with the values that occur in it; for a search, in its results. The counts are those
 * under the chosen filters. With `brandName` it has only the brands whose names contain it.
 */
export async function readFilters(
  db: Database,
  query: FiltersQuery,
  index?: CatalogueIndex,
): Promise<Filters> {
  const whole = await snapshotOf(db, index)
  const snapshot = catalogueIn(whole, query.warehouse)
  const {
    search,
    category,
    subcategory,
    brand,
    gender,
    brandName,
    warehouse: _warehouse,
    ...chosen
  } = query
  const { selectedCategory, selectedSubcategory, selectedBrand, ...others } = chosen
  const selected: ListFilters = withMergedGroups(whole.dictionary, {
    category: selectedCategory,
    subcategory: selectedSubcategory,
    brand: selectedBrand,
    ...others,
  })
  const scope = withMergedGroups(whole.dictionary, { search, category, subcategory, brand, gender })
  const offered = facetsOf(snapshot, scope)
  const counted = Object.values(chosen).some((value) => value !== undefined)
    ? facetsOf(snapshot, scope, selected)
    : offered
  return filtersOf(snapshot, { offered, counted, brandName: brandName?.toLowerCase() })
}

/** Subcategories are counted in the list of a category only: a whole catalogue has hundreds. */
type ListFacets = Facets & { genders: Map<string, number>; subcategories?: Map<string, number> }

/** A counted value takes some 50 bytes: a list of a large catalogue has thousands of brands. */
const cachedFacets = cachePerSnapshot<ListFacets>('facets', (facets) => 12 * valuesOf(facets))

function valuesOf({ discounts, ratings, subcategories, ...facets }: ListFacets): number {
  const { categories, brands, sizes, origins, colours, fabrics, occasions } = facets
  const maps = [categories, brands, sizes, origins, colours, fabrics, occasions]
  const counted = maps.reduce((sum, { size }) => sum + size, subcategories?.size ?? 0)
  return counted + discounts.length + ratings.length
}

/** The counts of a list, cached for as long as the catalogue in memory is current. */
export function facetsOf(
  snapshot: CatalogueSnapshot,
  scope: Scope,
  selected?: ListFilters,
): ListFacets {
  return cachedFacets(snapshot, JSON.stringify([scope, selected]), () => {
    const { search, subcategory, gender, ...filters } = scope
    const result = search === undefined ? undefined : searchCatalogue(snapshot, search).unranked()
    // The other subcategories are alternatives to that of the list.
    const ofAllGenders = filterProducts(snapshot, filters, { among: result })
    const siblings = filterProducts(snapshot, { gender }, { among: ofAllGenders })
    const among = (products: Uint32Array) =>
      subcategory === undefined
        ? products
        : filterProducts(snapshot, { subcategory }, { among: products })
    const facets = {
      ...countFacets(snapshot, among(siblings), selected),
      // Either gender is an alternative to that of the list.
      genders: countGenders(snapshot, among(ofAllGenders), selected),
    }
    if (filters.category === undefined && subcategory === undefined) return facets
    return { ...facets, subcategories: countSubcategories(snapshot, siblings, selected) }
  })
}

type FiltersOptions = {
  /** The facets with all values of the list. */
  offered: ListFacets
  /** The facets with the counts. */
  counted: ListFacets
  brandName: string | undefined
}

function filtersOf(
  { dictionary }: CatalogueSnapshot,
  { offered, counted, brandName }: FiltersOptions,
): Filters {
  const nameOf = (id: string) => dictionary.nameOf(id) ?? id
  const brands = [...offered.brands]
    .map(([_id, count]) => ({ _id, name: nameOf(_id), count }))
    .filter(({ name }) => brandName === undefined || name.toLowerCase().includes(brandName))
    .sort((a, b) => b.count - a.count || compare(a._id, b._id))
  // Names that begin with the wanted text come first.
  const startRank = ({ name }: { name: string }) =>
    brandName !== undefined && !name.toLowerCase().startsWith(brandName) ? 1 : 0
  const listed = brands
    .slice(0, maxBrands)
    .sort(
      (a, b) =>
        startRank(a) - startRank(b) ||
        compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
        compare(a._id, b._id),
    )
  const sizes = sortSizes(offeredSizes([...offered.sizes.keys()]))
  const discounts = stepsIn(offered.discounts, attributes.discountSteps, 1)
  const ratings = stepsIn(offered.ratings, attributes.ratingSteps, 10)
  return {
    size: sizes,
    brands: listed.map(({ _id, name }) => ({ _id, name })),
    ...(brandName === undefined && brands.length > maxBrands && { hasMoreBrands: true }),
    origins: [...offered.origins.keys()].sort(),
    colours: inOrderOf(attributes.colours, offered.colours),
    fabrics: inOrderOf(attributes.fabrics, offered.fabrics),
    occasions: inOrderOf(attributes.occasions, offered.occasions),
    discounts,
    ratings,
    min_price: toRupees(offered.lowest as Paise),
    max_price: toRupees(offered.highest as Paise),
    counts: {
      genders: countsOf(offered.genders.keys(), counted.genders),
      categories: countsOf(offered.categories.keys(), counted.categories),
      ...(offered.subcategories &&
        counted.subcategories && {
          subcategories: countsOf(offered.subcategories.keys(), counted.subcategories),
        }),
      size: countsOf(sizes, counted.sizes),
      brands: countsOf(
        listed.map(({ _id }) => _id),
        counted.brands,
      ),
      origins: countsOf(offered.origins.keys(), counted.origins),
      colours: countsOf(offered.colours.keys(), counted.colours),
      fabrics: countsOf(offered.fabrics.keys(), counted.fabrics),
      occasions: countsOf(offered.occasions.keys(), counted.occasions),
      discounts: stepCounts(discounts, counted.discounts, 1),
      ratings: stepCounts(ratings, counted.ratings, 10),
      isNew: counted.newCount,
      inStock: counted.inStockCount,
    },
  }
}

const isShoeSize = (size: string) => /^(UK|EU|US) /i.test(size)

/** The sizes of shoes are offered in lists of shoes only: among clothes, nobody knows what they are for. */
function offeredSizes(sizes: string[]): string[] {
  const others = sizes.filter((size) => !isShoeSize(size) && !isFreeSize(size))
  return others.length === 0 ? sizes : sizes.filter((size) => !isShoeSize(size))
}

const isFreeSize = (size: string) => /^(free|one) size$/i.test(size)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const inOrderOf = (options: readonly attributes.AttributeOption[], counts: Map<string, number>) =>
  options.map(({ id }) => id).filter((id) => counts.has(id))

/** The offered values, each with its number of products. */
const countsOf = (values: Iterable<string>, counts: Map<string, number>) =>
  Object.fromEntries([...values].map((value) => [value, counts.get(value) ?? 0]))

const countFrom = (counts: Uint32Array, lowest: number) =>
  counts.subarray(lowest).reduce((sum, count) => sum + count, 0)

/** The steps that at least one product reaches. */
const stepsIn = (counts: Uint32Array, steps: readonly number[], unit: number) =>
  steps.filter((step) => countFrom(counts, step * unit) > 0)

const stepCounts = (steps: number[], counts: Uint32Array, unit: number) =>
  Object.fromEntries(steps.map((step) => [step, countFrom(counts, step * unit)]))
