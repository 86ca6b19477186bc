import useSWR from 'swr'

import type { Product } from '#contract/product.ts'
import { pairingsRead } from '#contract/reads.ts'
import { askRead } from '#platform/askRead.ts'

/** What goes with a product. Where it cannot be had the page does without. */
export function usePairings(id: string): Product[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => askRead(read))
  return data?.result.data ?? []
}
