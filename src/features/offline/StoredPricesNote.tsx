import type { Read } from '#contract/api/reads.ts'
import { useStoredAt } from '#platform/api/storedAge.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'

const loadStoredAge = () => import('./StoredAge.tsx')

/** Shows the age of a page's data if it comes from the cache. */
export function StoredPricesNote({ read }: { read: Read | undefined }) {
  return <SavedPricesNote savedAt={useStoredAt(read)} />
}

/** The same for data that the device stores itself, such as the bag. `savedAt` in ms since 1970. */
export function SavedPricesNote({ savedAt: storedAt }: { savedAt: number | undefined }) {
  const { module } = useDeferredImport(loadStoredAge, storedAt !== undefined)
  return module && storedAt !== undefined ? <module.StoredAge storedAt={storedAt} /> : null
}
