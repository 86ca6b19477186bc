import { useSearchParams } from 'react-router-dom'

import { searchedFor } from '#contract/catalogue/listQuery.ts'

/** What the address searches for; empty where it does not. */
export function useSearchWords(): string {
  const [params] = useSearchParams()
  return searchedFor({ q: params.get('q') ?? '' })
}
