import {
  brandPath,
  categoryPath,
  menHomePath,
  type Page,
  pageAt,
  paths,
  searchPath,
  subcategoryPath,
} from '#contract/pages/paths.ts'

/**
 * The canonical path of a page: a list is identified by its category or brand, without filters,
 * order and tracking parameters.
 */
export function canonicalOf(url: URL): string {
  const { page, params } = pageAt(url) ?? {}
  if (page && params) return canonicalOfPage(page, params) ?? withoutSlash(url.pathname)
  return withoutSlash(url.pathname)
}

function canonicalOfPage(page: Page, params: Record<string, string>): string | undefined {
  const { category, subcategory, brands, gender, q } = params
  const genderParam = gender?.toLowerCase()
  if (page === 'home') return genderParam === 'men' ? menHomePath : paths.home
  if (page === 'search') return q ? searchPath(q) : paths.search
  if (page !== 'collections') return undefined
  if (subcategory) return subcategoryPath(subcategory)
  if (category) return categoryPath(category)
  if (brands && !brands.includes(',')) return brandPath(brands)
  return genderParam === 'men' || genderParam === 'women'
    ? `${paths.collections}?gender=${genderParam}`
    : paths.collections
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/+$/, '')
