import { useEffect } from 'react'
import { unstable_serialize, useSWRConfig } from 'swr'

import { pageAt } from '#contract/paths.ts'
import { readsForPage } from '#contract/api/reads.ts'
import { prefetchRead } from '#platform/api/reads.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { prefetchPage } from '#app/screens/loadPage.ts'

/** A shorter hover is no intent. */
const dwellMs = 80
const pages = new Set(['home', 'collections', 'product'])

/**
 * Prefetches a link's page on pointer down or hover. Not with Save-Data, and not what is loaded
 * already.
 */
export function usePrefetchOnIntent(): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    if (prefersReducedData()) return
    let dwelling: ReturnType<typeof setTimeout> | undefined

    const fetchAhead = ({ href }: HTMLAnchorElement) => {
      const found = pageAt(new URL(href))
      if (!found) return
      prefetchPage(found.page).catch(() => undefined)
      if (!pages.has(found.page)) return
      for (const read of readsForPage(found.page, found.params)) {
        const known = cache.get(unstable_serialize(read))
        if (known?.data === undefined && !known?.isValidating) prefetchRead(read)
      }
    }
    const onTouch = ({ target }: Event) => {
      const link = linkOf(target)
      // The tap's own effects come first.
      if (link) requestAnimationFrame(() => setTimeout(fetchAhead, 0, link))
    }
    const onOver = ({ target }: Event) => {
      clearTimeout(dwelling)
      const link = linkOf(target)
      if (link) dwelling = setTimeout(fetchAhead, dwellMs, link)
    }
    addEventListener('pointerdown', onTouch, { passive: true })
    addEventListener('pointerover', onOver, { passive: true })
    return () => {
      clearTimeout(dwelling)
      removeEventListener('pointerdown', onTouch)
      removeEventListener('pointerover', onOver)
    }
  }, [cache])
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link?.origin === location.origin ? link : undefined
}
