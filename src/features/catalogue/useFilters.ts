import useSWR from 'swr'

import { type Filters, FiltersReply } from '#contract/listing.ts'
import type { Params } from '#contract/paths.ts'
import { filtersRead } from '#contract/reads.ts'
import { requestRead, send } from '#platform/http.ts'

/** What a list can be narrowed by. Where it cannot be had, the list goes without. */
export function useFilters(params: Params): Filters | undefined {
  const read = filtersRead(params)
  const { data } = useSWR(read, () => send(FiltersReply, requestRead(read)), {
    keepPreviousData: true,
  })
  return data?.result
}
