import type { Read } from '#contract/api/reads.ts'
import { useStoredAt } from '#platform/api/storedAge.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'

const loadStoredAge = () => import('./StoredAge.tsx')

/** Says how old what a page shows is, if it came from storage; nothing where it is current. */
export function StoredPricesNote({ read }: { read: Read | undefined }) {
  return <SavedPricesNote savedAt={useStoredAt(read)} />
}

/** The same for what the device keeps itself, such as the bag. `savedAt` in ms since 1970. */
export function SavedPricesNote({ savedAt: storedAt }: { savedAt: number | undefined }) {
  const { module } = useDeferredImport(loadStoredAge, storedAt !== undefined)
  return module && storedAt !== undefined ? <module.StoredAge storedAt={storedAt} /> : null
}
