import useSWR from 'swr'

import type { Read } from '#contract/reads.ts'
import { ApiError } from './apiError.ts'

/** Whether the store has said that there is no such thing. Asks nothing: another read does. */
export function useIsMissing(read: Read | null): boolean {
  const { error } = useSWR<unknown, Error>(read, null)
  return error instanceof ApiError && error.code === 'not_found'
}
