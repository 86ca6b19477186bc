import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { pairingsRead, productRead } from '#contract/api/reads.ts'
import { unlistedDetails } from '#contract/catalogue/unlistedDetails.ts'
import { fetchRead, useRequiredRead } from '#platform/api/reads.ts'
import { cachedProduct } from '#platform/api/productCache.ts'

/**
 * One product; until it has come, what a card has shown of it, so that a tap on the card shows at
 * once. Undefined where neither is there. One that is gone goes to the error screen.
 */
export function useProduct(id: string) {
  const whole = useRequiredRead(productRead(id))?.result
  const seen = cachedProduct(id)
  return whole ?? (seen && { ...seen, ...unlistedDetails })
}

/** What goes with a product. Where it cannot be had the page does without. */
export function usePairings(id: string): Product[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => fetchRead(read))
  return data?.result.data ?? []
}
