import { type Call, calls } from '#contract/api/calls.ts'
import { freshFor, staleFor } from '#contract/workerRules.ts'

/** What the worker answers a call from, and for how long. */
export type Keeping = {
  cacheName: string
  /** Within this the network is not asked. */
  freshMs: number
  /** Up to this a stored answer serves when the line fails. */
  staleMs: number
  /** More answers than this are not kept; the oldest go. */
  most: number
}

/** By the `keep` of a call in the contract. What is never kept is never touched. */
const keepings = {
  filters: {
    cacheName: 'filters',
    freshMs: freshFor.filtersMs,
    staleMs: staleFor.filtersMs,
    most: 60,
  },
  terms: { cacheName: 'terms', freshMs: freshFor.termsMs, staleMs: staleFor.termsMs, most: 4 },
  lists: { cacheName: 'lists', freshMs: freshFor.listsMs, staleMs: staleFor.listsMs, most: 40 },
  asked: { cacheName: 'products', freshMs: 0, staleMs: staleFor.productsMs, most: 60 },
} as const satisfies Record<Exclude<Call['keep'], 'never'>, Keeping>

type Route = { pattern: RegExp; keeping: Keeping | undefined }

/**
 * The public reads of the contract, in its order: the first match wins, so that a call that is
 * never kept hides a broader one that is.
 */
const routes: Route[] = Object.values<Call>(calls)
  .filter(({ method, access }) => method === 'GET' && access === 'public')
  .map(({ path, keep }) => ({
    pattern: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`),
    keeping: keep === 'never' ? undefined : keepings[keep],
  }))

/** How the worker keeps the answer to an address; undefined for all it must not answer. */
export function keepingOf(pathname: string): Keeping | undefined {
  return routes.find(({ pattern }) => pattern.test(pathname))?.keeping
}
