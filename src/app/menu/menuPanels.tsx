import { createElement } from 'react'

import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'

/**
 * Menu panels are bundled with other deferred code (chunks.config.ts), so that neither the first
 * view nor a tap waits for them.
 */
export const loadPanels = () => import('./panels.tsx')

function deferredPanel(name: 'CollectionPanel' | 'BrandsPanel') {
  return function Panel() {
    const { module, ...state } = useDeferredImport(loadPanels)
    return module ? createElement(module[name]) : <LoadingFallback isSmall {...state} />
  }
}

export const CollectionPanel = deferredPanel('CollectionPanel')
export const BrandsPanel = deferredPanel('BrandsPanel')
