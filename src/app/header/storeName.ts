import { storeRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads.ts'

/** The store's name until it is read. */
export const storeName = 'Pehno'

/** The store's name. */
export const useStoreName = (): string => useOptionalRead(storeRead)?.result.name ?? storeName
