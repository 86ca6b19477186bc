import useSWR from 'swr'

import type { Read } from '#contract/api/reads.ts'
import { ApiError } from './apiError.ts'
import { askRead } from './askRead.ts'

/** Whether the store has said that there is no such thing. It is asked once, whoever else asks. */
export function useIsMissing(read: Read | null): boolean {
  // One that could not ask would be in the way: SWR has the first that reads ask again for all.
  const { error } = useSWR<unknown, Error>(read, () => askRead(read as Read))
  return error instanceof ApiError && error.code === 'not_found'
}
