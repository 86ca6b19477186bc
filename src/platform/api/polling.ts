import type { SWRConfiguration } from 'swr'

/**
 * SWR settings of what is read again every `everyMs`, and `retryMs` after a failure: SWR stops polling while
 * the last read has failed, and its own retries come ever later.
 */
export const polling = (everyMs: number, retryMs = everyMs) =>
  ({
    refreshInterval: everyMs,
    onErrorRetry: (...[, , , revalidate, options]) => {
      setTimeout(() => void revalidate(options), retryMs)
    },
  }) satisfies SWRConfiguration
