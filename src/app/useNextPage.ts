import { useEffect } from 'react'

import { paths } from '#contract/paths.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { prefetchPage } from './loadPage.ts'

const lists: string[] = [paths.collections, paths.search]

/** From a list one goes on to a product: its program is there by then, so that a tap draws at once. */
export function useNextPage(pathname: string): void {
  const isList = lists.includes(pathname)
  useEffect(() => {
    if (!isList || prefersReducedData()) return
    return whenIdle(() => void prefetchPage('product').catch(() => undefined))
  }, [isList])
}
