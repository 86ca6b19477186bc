import type { Read } from '#contract/reads.ts'
import { useStoredAt } from '#platform/storedAge.ts'
import { useDeferredImport } from '#platform/useDeferredImport.ts'

const loadStoredAge = () => import('./StoredAge.tsx')

/** Says how old what a page shows is, if it came from storage; nothing where it is current. */
export function StoredPricesNote({ read }: { read: Read | undefined }) {
  const storedAt = useStoredAt(read)
  const { module } = useDeferredImport(loadStoredAge, storedAt !== undefined)
  return module && storedAt !== undefined ? <module.StoredAge storedAt={storedAt} /> : null
}
