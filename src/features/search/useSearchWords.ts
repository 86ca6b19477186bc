import { useSearchParams } from 'react-router-dom'

import { searchTermOf } from '#contract/catalogue/listQuery.ts'

/** What the address searches for; empty where it does not. */
export function useSearchWords(): string {
  const [params] = useSearchParams()
  return searchTermOf({ q: params.get('q') ?? '' })
}
