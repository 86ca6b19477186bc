const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * The numbers of `rules.ts` that the service worker needs, in a module of their own to keep its
 * bundle small.
 */

export const request = {
  timeoutMs: 200 * second,
  softLimitMs: 3 * second,
  hardLimitMs: 12 * second,
} as const

/**
 * The documents without a page that the service worker stores. Only the worker requests them; who opens
 * one of these paths gets "not found", as for any other name of a file.
 */
export const shellPaths = { page: '/shells/page', checkout: '/shells/checkout' } as const

/** The cache of the documents of lists, products and searches that were opened. */
export const documentsCache = 'documents'

/** How long a cached response is used without a request; see `cache` in calls.ts. */
export const cacheTtl = { filtersMs: 24 * hour, termsMs: 3 * hour, listsMs: 15 * minute } as const

/** How long a cached response is shown offline. */
export const maxStale = {
  filtersMs: 30 * day,
  termsMs: 7 * day,
  listsMs: 7 * day,
  productsMs: 7 * day,
} as const

export const search = {
  typingPauseMs: 300,
  suggestions: 4,
  /** Suggested searches, categories and brands above the suggested products. */
  terms: 4,
  maxRecent: 8,
  maxLength: 80,
} as const
