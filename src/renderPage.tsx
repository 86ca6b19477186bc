import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { unstable_serialize } from 'swr'

import {
  briefCategories,
  briefSubcategories,
  headReadsOf,
  isExistingPage,
} from './app/head/serverReads.ts'
import type { Head } from '#contract/documentHead.ts'
import { headOf } from './app/head/pageHead.ts'
import { loadPage } from './app/screens/loadPage.ts'
import { Shell } from '#app/Shell.tsx'
import { type Page, pageAt, type Params } from '#contract/paths.ts'
import type { ReadReply } from './contract/api/schemas.ts'
import { type Read, readsForPage } from './contract/api/reads.ts'

/** The reply to a public read, or undefined where there is none. */
export type SendRead = (path: string) => Promise<unknown>

export type RenderedPage = {
  html: string
  fallback: Record<string, unknown>
  head: Head
  page: Page | undefined
  /** Set where the URL, or what it names, does not exist. */
  isNotFound: boolean
}

/**
 * Renders the page at `url` for a guest, and returns the replies it was rendered with. `ask` sends
 * one read.
 */
export async function renderPage(url: URL, ask: SendRead): Promise<RenderedPage> {
  const found = pageAt(url)
  const reads = readsForPage(found?.page, found?.params)
  const more = headReadsOf(found?.page, found?.params)
  const [answers, asides] = await Promise.all([
    Promise.all(reads.map(async (read) => [read, await ask(read[1])] as const)),
    Promise.all(more.map(async ([noun, path]) => [noun, await ask(path)] as const)),
    loadPage(url),
  ])
  const given = answers
    .filter(([, answer]) => answer !== undefined)
    .map(([read, answer]) => [read, briefly(read, answer, found?.params)] as const)
  const fallback = Object.fromEntries(
    given.map(([read, answer]) => [unstable_serialize(read), answer]),
  )
  const asked = new Map<string, unknown>([
    ...asides,
    ...answers.map(([[noun], answer]) => [noun, answer] as const),
  ])
  const answerOf = (noun: string) => asked.get(noun)
  const page = found?.page
  const isNotFound = !isExistingPage({ url, page, params: found?.params ?? {}, answerOf })
  const drawn = renderToString(
    <StaticRouter location={url.pathname + url.search}>
      <Shell fallback={fallback} isNotFound={isNotFound} />
    </StaticRouter>,
  )
  // The head preloads the first image itself, with its media query.
  const html = drawn.replace(/^(<link rel="preload"[^>]*>)+/, '')
  const head = headOf({ url, page: isNotFound ? undefined : page, answerOf })
  return { html, fallback, head, page, isNotFound }
}

/** A reply reduced to what the page shows. */
function briefly([noun]: Read, answer: unknown, params: Params = {}): unknown {
  if (noun === 'categories') return briefCategories(answer as ReadReply<'categories'>, params)
  if (noun === 'randomSubcategories') {
    return briefSubcategories(answer as ReadReply<'randomSubcategories'>)
  }
  if (noun === 'filters') return briefFilters(answer as ReadReply<'filters'>)
  return answer
}

/** Without counts and attributes, which the page reads again once it is idle. */
function briefFilters({ result, ...reply }: ReadReply<'filters'>): ReadReply<'filters'> {
  const { counts: _counts, ...filters } = result
  const noAttributes = { colours: [], fabrics: [], occasions: [], discounts: [], ratings: [] }
  return { ...reply, result: { ...filters, ...noAttributes } }
}
