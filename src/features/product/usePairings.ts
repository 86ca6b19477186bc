import useSWR from 'swr'

import { ProductsReply } from '#contract/catalogue.ts'
import type { Product } from '#contract/product.ts'
import { pairingsRead } from '#contract/reads.ts'
import { requestRead, send } from '#platform/http.ts'

/** What goes with a product. Where it cannot be had the page does without. */
export function usePairings(id: string): Product[] {
  const read = pairingsRead(id)
  const { data } = useSWR(read, () => send(ProductsReply, requestRead(read)))
  return data?.result.data ?? []
}
