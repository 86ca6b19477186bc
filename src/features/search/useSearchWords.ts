import { useSearchParams } from 'react-router-dom'

/** What the address searches for; empty where it does not. */
export function useSearchWords(): string {
  const [params] = useSearchParams()
  return params.get('q')?.trim() ?? ''
}
