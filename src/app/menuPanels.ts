import { lazy } from 'react'

export const bringPanels = () => import('./panels.ts')

/** What opens on demand comes when the page rests, so that no first sight waits for it, and no tap. */
export const CollectionPanel = lazy(async () => ({
  default: (await bringPanels()).CollectionPanel,
}))
export const BrandsPanel = lazy(async () => ({ default: (await bringPanels()).BrandsPanel }))
export const CollectionList = lazy(async () => ({ default: (await bringPanels()).CollectionList }))
export const FullMenu = lazy(async () => ({ default: (await bringPanels()).FullMenu }))
