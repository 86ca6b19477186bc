import type { StoreFacts } from '#contract/storeFacts.ts'
import { storeRead } from '#contract/reads.ts'
import { useOptionalRead } from '#platform/useOptionalRead.ts'

/** Who runs the store; undefined until it is known. */
export function useStoreFacts(): StoreFacts | undefined {
  return useOptionalRead(storeRead)?.result
}
