import type { Page, Params } from '#contract/paths.ts'
import { brandsRead, shippingRead } from '#contract/api/reads.ts'

type HeadRead = readonly [noun: string, path: string]

/**
 * Public calls for what only a head says, by the noun of their answer. They do not travel with the
 * document: the page does not show them at first.
 */
export function headReadsOf(page: Page | undefined, { id = '', brands }: Params = {}): HeadRead[] {
  if (page === 'product') {
    return [['reviews', `products/${encodeURIComponent(id)}/reviews`], shippingRead]
  }
  return page === 'collections' && brands ? [brandsRead] : []
}
