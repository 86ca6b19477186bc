import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'

const loadRails = () => import('./HomeRails.tsx')

/** Recommended products, below a page that has none of its own. */
export function Ideas() {
  const { module } = useDeferredImport(loadRails)
  return (
    module && (
      <SilentErrorBoundary attempt="ideas">
        <module.Rail title="You might like" list={{ inStock: 'true' }} />
      </SilentErrorBoundary>
    )
  )
}
