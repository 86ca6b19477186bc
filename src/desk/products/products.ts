import useSWR from 'swr'

import { publicReads } from '#contract/api/reads.ts'
import { listingReads } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { parseResponse, sendCall } from '#platform/api/client.ts'

const maxResults = '8'

/** Products that the store sells, as shoppers find them, with the stock of the warehouse. */
export function useProducts(words: string, warehouse: string | undefined) {
  const query = { search: words, limit: maxResults, ...(warehouse && { warehouse }) }
  const { data, error, isValidating, mutate } = useSWR<Product[], Error>(
    words === '' ? null : ['found-products', query],
    async () => {
      const response = await parseResponse(
        listingReads.readProducts.response,
        sendCall(publicReads.readProducts, { query }),
      )
      return response.result.data
    },
    { shouldRetryOnError: false },
  )
  return {
    products: words === '' ? undefined : data,
    problem: error,
    isReading: isValidating,
    retry: () => void mutate().catch(() => undefined),
  }
}
