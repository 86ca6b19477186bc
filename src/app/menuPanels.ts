import { lazy } from 'react'

const panels = () => import('./panels.ts')

/** What opens on demand comes on demand, so that no first visit waits for it. */
export const CollectionPanel = lazy(async () => ({ default: (await panels()).CollectionPanel }))
export const BrandsPanel = lazy(async () => ({ default: (await panels()).BrandsPanel }))
export const CollectionList = lazy(async () => ({ default: (await panels()).CollectionList }))
export const FullMenu = lazy(async () => ({ default: (await panels()).FullMenu }))
