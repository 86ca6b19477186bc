import { lazy } from 'react'

/** What opens on demand comes on demand, so that no first visit waits for it. */
export const CollectionPanel = lazy(async () => ({
  default: (await import('./CollectionPanel.tsx')).CollectionPanel,
}))
export const BrandsPanel = lazy(async () => ({
  default: (await import('./BrandsPanel.tsx')).BrandsPanel,
}))
export const CollectionList = lazy(async () => ({
  default: (await import('./CollectionList.tsx')).CollectionList,
}))
