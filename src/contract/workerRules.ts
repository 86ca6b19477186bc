const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * The numbers of `rules.ts` that the service worker needs too. Apart from the others, so that its
 * program holds only these.
 */

export const request = {
  timeoutMs: 200 * second,
  softLimitMs: 3 * second,
  hardLimitMs: 12 * second,
} as const

/** For how long a stored answer is used without asking; see the `keep` of each call in calls.ts. */
export const freshFor = { filtersMs: 24 * hour, termsMs: 3 * hour, listsMs: 15 * minute } as const

/** How old a stored answer may be and still be shown when the store cannot be reached. */
export const staleFor = {
  filtersMs: 30 * day,
  termsMs: 7 * day,
  listsMs: 7 * day,
  productsMs: 7 * day,
} as const

export const search = { typingPauseMs: 300, suggestions: 4, recentKept: 8, maxLength: 80 } as const
