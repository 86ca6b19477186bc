import * as attributes from '#contract/catalogue/attributes.ts'
import type { Filters, ListQuery } from '#contract/catalogue/listing.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import * as rules from '#contract/rules.ts'
import {
  cachePerSnapshot,
  type CatalogueIndex,
  type CatalogueSnapshot,
  snapshotOf,
} from '#server/commerce/search/catalogueIndex.ts'
import { filterProducts } from '#server/commerce/search/filterProducts.ts'
import {
  countFacets,
  type Facets,
  searchCatalogue,
} from '#server/commerce/search/searchCatalogue.ts'
import type { Database } from '#server/database/client/connect.ts'

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

/**
 * The filters of a list, with the values that occur in it; for a search, in its results. With
 * `brandName` it has only the brands whose names contain it.
 */
export async function readFilters(
  db: Database,
  { brandName, ...scope }: Scope & { brandName?: string | undefined },
  index?: CatalogueIndex,
): Promise<Filters> {
  const snapshot = await snapshotOf(db, index)
  return filtersOf(snapshot, facetsOf(snapshot, scope), brandName?.toLowerCase())
}

/** With thousands of brands each takes 100 KB or more. */
const maxCachedFacets = 100
const cachedFacets = cachePerSnapshot<Facets>(maxCachedFacets)

/** The counts of a list, cached for as long as the catalogue in memory is current. */
export const facetsOf = (snapshot: CatalogueSnapshot, scope: Scope): Facets =>
  cachedFacets(snapshot, JSON.stringify(scope), () => {
    const { search, ...filters } = scope
    const found = search === undefined ? undefined : searchCatalogue(snapshot, search).positions
    return countFacets(snapshot, filterProducts(snapshot, filters, { among: found }))
  })

function filtersOf(
  { dictionary }: CatalogueSnapshot,
  facets: Facets,
  brandName: string | undefined,
): Filters {
  const nameOf = (id: string) => dictionary.nameOf(id) ?? id
  const brands = [...facets.brands]
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
  const discounts = stepCounts(facets.discounts, attributes.discountSteps, 1)
  const ratings = stepCounts(facets.ratings, attributes.ratingSteps, 10)
  return {
    size: sortSizes([...facets.sizes.keys()]),
    brands: listed.map(({ _id, name }) => ({ _id, name })),
    ...(brandName === undefined && brands.length > maxBrands && { hasMoreBrands: true }),
    origins: [...facets.origins.keys()].sort(),
    colours: inOrderOf(attributes.colours, facets.colours),
    fabrics: inOrderOf(attributes.fabrics, facets.fabrics),
    occasions: inOrderOf(attributes.occasions, facets.occasions),
    discounts: discounts.map(([step]) => step),
    ratings: ratings.map(([step]) => step),
    min_price: toRupees(facets.lowest as Paise),
    max_price: toRupees(facets.highest as Paise),
    counts: {
      categories: Object.fromEntries(facets.categories),
      size: Object.fromEntries(facets.sizes),
      brands: Object.fromEntries(listed.map(({ _id, count }) => [_id, count])),
      origins: Object.fromEntries(facets.origins),
      colours: Object.fromEntries(facets.colours),
      fabrics: Object.fromEntries(facets.fabrics),
      occasions: Object.fromEntries(facets.occasions),
      discounts: Object.fromEntries(discounts),
      ratings: Object.fromEntries(ratings),
      isNew: facets.newCount,
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const inOrderOf = (choices: readonly attributes.Choice[], counts: Map<string, number>) =>
  choices.map(({ id }) => id).filter((id) => counts.has(id))

/** The steps that at least one product reaches, each with the number of products that do. */
const stepCounts = (counts: Uint32Array, steps: readonly number[], unit: number) =>
  steps
    .map((step) => [step, counts.subarray(step * unit).reduce((sum, n) => sum + n, 0)] as const)
    .filter(([, count]) => count > 0)
