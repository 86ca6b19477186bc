import { createElement } from 'react'

import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'

/**
 * What opens on demand is bundled with what comes when the page rests (chunks.config.ts), so that no
 * first view waits for it, and no tap.
 */
export const loadPanels = () => import('./panels.ts')

function panel(name: 'CollectionPanel' | 'BrandsPanel') {
  return function Panel() {
    const { module, ...state } = useDeferredImport(loadPanels)
    return module ? createElement(module[name]) : <LoadingPart isSmall {...state} />
  }
}

export const CollectionPanel = panel('CollectionPanel')
export const BrandsPanel = panel('BrandsPanel')
