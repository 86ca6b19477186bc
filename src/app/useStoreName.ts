import { storeRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { storeName } from './storeName.ts'

/** What the store calls itself. */
export const useStoreName = (): string => useOptionalRead(storeRead)?.result.name ?? storeName
