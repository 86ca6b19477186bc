import { lazy } from 'react'

const panels = () => import('./panels.ts')
type Panels = Awaited<ReturnType<typeof panels>>

/**
 * What opens on demand is bundled with what comes when the page rests (chunks.config.ts), so that no
 * first sight waits for it, and no tap.
 */
const panel = <Name extends keyof Panels>(name: Name) =>
  lazy(async () => ({ default: (await panels())[name] }))

export const CollectionPanel = panel('CollectionPanel')
export const BrandsPanel = panel('BrandsPanel')
export const CollectionList = panel('CollectionList')
export const FullMenu = panel('FullMenu')
