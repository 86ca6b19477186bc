import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { pairingsRead, productRead } from '#contract/api/reads.ts'
import { unlistedDetails } from '#contract/catalogue/unlistedDetails.ts'
import { fetchRead, useRequiredRead, cachedProduct } from '#platform/api/reads.ts'

/**
 * One product; until it is read, the data that a card has shown, so that a tap opens it at once.
 * Undefined without either. A missing product throws to the error screen.
 */
export function useProduct(id: string) {
  const whole = useRequiredRead(productRead(id))?.result
  const seen = cachedProduct(id)
  return whole ?? (seen && { ...seen, ...unlistedDetails })
}

/** Products to pair with it; empty where they cannot be read. */
export function usePairings(id: string): Product[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => fetchRead(read))
  return data?.result.data ?? []
}
