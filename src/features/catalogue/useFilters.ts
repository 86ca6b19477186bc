import useSWR from 'swr'

import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { filtersRead } from '#contract/api/reads.ts'
import { fetchRead } from '#platform/api/reads.ts'

/** What a list can be narrowed by. Where it cannot be had, the list goes without. */
export function useFilters(params: Params): Filters | undefined {
  const read = filtersRead(params)
  const { data } = useSWR(read, () => fetchRead(read), {
    keepPreviousData: true,
  })
  return data?.result
}
