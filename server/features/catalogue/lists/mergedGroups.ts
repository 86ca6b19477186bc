import { paths } from '#contract/pages/paths.ts'
import type { CatalogueSnapshot } from '#server/commerce/search/index/catalogueSnapshot.ts'

type Dictionary = CatalogueSnapshot['dictionary']
type Groups = Partial<Record<'category' | 'subcategory' | 'brand', string | undefined>>

/** The query of a list with the categories and brands into which its own were merged. */
export function withMergedGroups<Query extends Groups>(
  dictionary: Dictionary,
  query: Query,
): Query {
  const { category, subcategory, brand } = query
  return {
    ...query,
    ...(category && { category: dictionary.currentIdOf('category', category) }),
    ...(subcategory && { subcategory: dictionary.currentIdOf('subcategory', subcategory) }),
    ...(brand && { brand: currentBrands(dictionary, brand) }),
  }
}

/** Ids, comma-separated. */
function currentBrands(dictionary: Dictionary, ids: string): string {
  const current = ids.split(',').map((id) => dictionary.currentIdOf('brand', id))
  return [...new Set(current)].join()
}

/** The path of a list with the categories and brands into which its own were merged; undefined if none was. */
export function mergedListPath(
  dictionary: Dictionary,
  { pathname, searchParams }: URL,
): string | undefined {
  if (pathname !== paths.collections) return undefined
  const { category, subcategory, brands } = Object.fromEntries(searchParams)
  const merged = withMergedGroups(dictionary, { category, subcategory, brand: brands })
  const params = new URLSearchParams(searchParams)
  if (merged.category && merged.category !== category) params.set('category', merged.category)
  if (merged.subcategory && merged.subcategory !== subcategory)
    params.set('subcategory', merged.subcategory)
  if (merged.brand && merged.brand !== brands) params.set('brands', merged.brand)
  const path = `${pathname}?${params}`
  return path === `${pathname}?${searchParams}` ? undefined : path
}
