import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { pairingsRead, productRead } from '#contract/api/reads.ts'
import { unlistedDetails } from '#contract/catalogue/unlistedDetails.ts'
import { askRead } from '#platform/askRead.ts'
import { seenProduct } from '#platform/seenProducts.ts'
import { usePublicRead } from '#platform/usePublicRead.ts'

/**
 * One product; until it has come, what a card has shown of it, so that a tap on the card shows at
 * once. Undefined where neither is there. One that is gone goes to the error screen.
 */
export function useProduct(id: string) {
  const whole = usePublicRead(productRead(id))?.result
  const seen = seenProduct(id)
  return whole ?? (seen && { ...seen, ...unlistedDetails })
}

/** What goes with a product. Where it cannot be had the page does without. */
export function usePairings(id: string): Product[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => askRead(read))
  return data?.result.data ?? []
}
