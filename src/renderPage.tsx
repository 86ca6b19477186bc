import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { unstable_serialize } from 'swr'

import { Shell } from '#app/Shell.tsx'
import { type HeadInput, headOf, resultOf } from '#app/head/pageHead.ts'
import { loadPage } from '#app/screens/loadPage.ts'
import {
  brandsByIdRead,
  type PublicReadName,
  type Read,
  readOf,
  readsForPage,
  shippingRead,
} from '#contract/api/reads.ts'
import type { ReadResponse } from '#contract/api/readSchemas.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { listPatterns } from '#contract/catalogue/listQuery.ts'
import type { Head } from '#contract/pages/documentHead.ts'
import { type Page, pageAt, type Params, policyNames } from '#contract/pages/paths.ts'

/** The response to a public read, or undefined where there is none. */
type SendRead = (path: string) => Promise<unknown>

export type RenderedPage = {
  html: string
  /** The responses that it was rendered with, by SWR key. */
  responses: Record<string, unknown>
  head: Head
  page: Page | undefined
  /** Set where the URL, or what it names, does not exist. */
  isNotFound: boolean
  status: 200 | 404
}

/**
 * Renders the page at `url` for a guest, and returns the responses it was rendered with. `sendRead` sends
 * one read.
 */
export async function renderPage(url: URL, sendRead: SendRead): Promise<RenderedPage> {
  const match = pageAt(url)
  const reads = readsForPage(match?.page, match?.params)
  const headReads = headReadsOf(match?.page, match?.params)
  const [answeredReads, answeredHeadReads] = await Promise.all([
    Promise.all(reads.map(async (read) => [read, await sendRead(read[1])] as const)),
    Promise.all(headReads.map(async (read) => [read, await sendRead(read[1])] as const)),
    loadPage(url),
  ])
  const trimmedReads = answeredReads
    .filter(([, response]) => response !== undefined)
    .map(([read, response]) => [read, trimResponse(read, response, match?.params)] as const)
  const responses = Object.fromEntries(
    trimmedReads.map(([read, response]) => [unstable_serialize(read), response]),
  )
  const responseByName = new Map<PublicReadName, unknown>(
    [...answeredHeadReads, ...answeredReads].map(([[name], response]) => [name, response]),
  )
  const responseOf = (name: PublicReadName) => responseByName.get(name)
  const page = match?.page
  const isNotFound = !isExistingPage({ url, page, params: match?.params ?? {}, responseOf })
  const rendered = renderToString(
    <StaticRouter location={url.pathname + url.search}>
      <Shell responses={responses} isNotFound={isNotFound} />
    </StaticRouter>,
  )
  // The head preloads the first image itself, with its media query.
  const html = rendered.replace(/^(<link rel="preload"[^>]*>)+/, '')
  const status = isNotFound || namesNothing(page, match?.params) ? 404 : 200
  const head = headOf({ url, page: isNotFound ? undefined : page, responseOf })
  const isIndexed = head.isIndexed && status === 200
  return { html, responses, head: { ...head, isIndexed }, page, isNotFound, status }
}

/** A response reduced to what the page shows. */
function trimResponse([name]: Read, response: unknown, params: Params = {}): unknown {
  if (name === 'readCategories')
    return trimCategories(response as ReadResponse<'readCategories'>, params)
  if (name === 'readRandomSubcategories') {
    return trimSubcategories(response as ReadResponse<'readRandomSubcategories'>)
  }
  if (name === 'readFilters') return trimFilters(response as ReadResponse<'readFilters'>)
  return response
}

/** Without counts and attributes, which the page reads again once it is idle. */
function trimFilters({
  result,
  ...response
}: ReadResponse<'readFilters'>): ReadResponse<'readFilters'> {
  const { counts: _counts, ...filters } = result
  const noAttributes = { colours: [], fabrics: [], occasions: [], discounts: [], ratings: [] }
  return { ...response, result: { ...filters, ...noAttributes } }
}

/**
 * Reads for the head only. They are not part of the document, because the page does not show them at
 * first.
 */
function headReadsOf(page: Page | undefined, { id = '', brands }: Params = {}): Read[] {
  if (page === 'product') return [readOf('readReviews', { params: { id } }), shippingRead]
  return page === 'collections' && isBrandList(brands) ? [brandsByIdRead(brands)] : []
}

const isBrandList = (brands: string | undefined): brands is string =>
  brands !== undefined && listPatterns.brand.test(brands)

type TrimmedCategory = Pick<Category, '_id' | 'name' | 'gender'> & {
  subcategories: Pick<Category['subcategories'][number], '_id' | 'name'>[]
}

/** The subcategories of home, reduced to what their tiles show. */
function trimSubcategories({ result, ...response }: ReadResponse<'readRandomSubcategories'>) {
  const data = result.data.map(({ _id, name, photo }) => ({ _id, name, photo }))
  return { ...response, result: { data } }
}

/**
 * The categories reduced to what a first page shows: names, and the content of the current one. The
 * whole tree is read by menus and the search page (`platform/api/reads/allCategories.ts`).
 */
function trimCategories(
  { result, ...response }: ReadResponse<'readCategories'>,
  { category, subcategory }: Params,
) {
  const data = result.data.map(({ _id, name, gender, subcategories }): TrimmedCategory => {
    const isHere = category
      ? _id === category
      : subcategories.some((inside) => inside._id === subcategory)
    const within = isHere
      ? subcategories.map((inside) => ({ _id: inside._id, name: inside.name }))
      : []
    return { _id, name, gender, subcategories: within }
  })
  return { ...response, result: { data } }
}

/** Whether the URL names something that exists; otherwise the server responds with 404. */
function isExistingPage(input: HeadInput): boolean {
  if (input.page === 'product') return input.responseOf('readProduct') !== undefined
  if (input.page === 'collections') return hasExistingCategory(input) && hasExistingBrand(input)
  return input.page !== undefined
}

/**
 * Whether there cannot be such a policy, or a refund of such an order. These pages say so themselves, with
 * what does exist.
 */
function namesNothing(page: Page | undefined, params: Record<string, string> = {}): boolean {
  if (page === 'policy') return !policyNames.has(params.policyType ?? '')
  return page === 'refund' && !isOrderId(params.orderId ?? '')
}

const isOrderId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** If the categories could not be read, the page counts as existing. */
function hasExistingCategory(input: HeadInput): boolean {
  const { category, subcategory } = input.params
  const categories = resultOf(input, 'readCategories')?.data
  if (!categories) return true
  const within = categories.flatMap(({ subcategories }) => subcategories)
  return isAmong(category, categories) && isAmong(subcategory, within)
}

/** A list needs only one existing brand. */
function hasExistingBrand(input: HeadInput): boolean {
  const brands = resultOf(input, 'readBrands')?.data
  const brandIds = input.params.brands?.split(',')
  return !brands || !brandIds || brandIds.some((id) => isAmong(id, brands))
}

const isAmong = (id: string | undefined, all: { _id: string }[]) =>
  !id || all.some(({ _id }) => _id === id)
