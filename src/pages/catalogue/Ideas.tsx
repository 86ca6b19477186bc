import { useIsWide } from '#platform/rendering/pageWidth.tsx'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { SilentErrorBoundary } from '#ui/feedback/SilentErrorBoundary.tsx'

const loadRails = () => import('./HomeRails.tsx')

/** Recommended products that fill a wide page without products of its own; a phone has no room for them. */
export function Ideas() {
  const isWide = useIsWide()
  const { module } = useDeferredImport(loadRails, isWide)
  return (
    isWide &&
    module && (
      <SilentErrorBoundary attempt="ideas">
        <module.Rail title="You might like" list={{ inStock: 'true' }} />
      </SilentErrorBoundary>
    )
  )
}
