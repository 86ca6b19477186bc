import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useOptimistic,
  useReducer,
  useRef,
} from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'

import { categoriesRead, filtersRead, productsRead, type Read } from '#contract/api/reads.ts'
import type { Params } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { fetchRead, useOptionalRead } from '#platform/api/reads/reads.ts'
import { isSavedList } from '#platform/api/reads/storedAge.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { interactions, useShouldLoad } from '#platform/rendering/nearViewport.ts'
import { useClientValue } from '#platform/rendering/hydration.ts'
import { recordRead } from '#platform/serviceWorker/workerClient.ts'
import { savePosition, startPosition, readPosition } from './listPosition.ts'
import { categoryFilterOf, listTitleOf, totalText } from './listTitle.ts'
import { activeFilters, type ListChange, withChange, withoutFilters } from './listUrl.ts'

export type ProductList = ReturnType<typeof useProductList>

/** The list for the URL, as far as it is loaded, and the ways to change it. */
export function useProductList() {
  const [search, setSearch] = useSearchParams()
  const params: Params = Object.fromEntries(search)
  const [chosen, setChosen] = useOptimistic(params)
  const { positionKey, cursors, addCursor } = useCursors(productsRead(params)[1])
  const first = useListPage(productsRead(params))
  const last = useListPage(productsRead(params, cursors.at(-1)), cursors.length > 0)
  const categories = useOptionalRead(categoriesRead)?.result.data ?? []
  const filters = useFilters(params).data?.result

  // The second of two changes before the next render must include the first.
  const latestParams = useRef(params)
  useLayoutEffect(() => {
    latestParams.current = Object.fromEntries(search)
  }, [search])
  const show = (next: Params) => {
    latestParams.current = next
    startTransition(() => {
      setChosen(next)
      setSearch(next)
    })
    scrollTo({ top: 0, behavior: 'instant' })
  }
  const nextCursor = last.page?.nextCursor
  const needsTap = (cursors.length + 1) % rules.list.autoLoadedPages === 0

  return {
    params,
    /** The filters and the sort order that were tapped; the URL and the cards follow when they are rendered. */
    chosen,
    title: listTitleOf(params, categories, first.page?.data),
    categoryFilter: categoryFilterOf(params, categories),
    filters,
    active: activeFilters({ params: chosen, filters, categories }),
    /** Undefined while it loads. */
    total: first.page?.total,
    countText: first.page && totalText(first.page),
    /** Whether only products that this device has stored are in it. */
    isSaved: isSavedList(first.page),
    /** Search words that were dropped. */
    leftOut: first.page?.leftOut ?? [],
    /** Parts of the search that the store interpreted as filters. */
    understood: first.page?.understood ?? [],
    /** Identifies this list in this history entry. */
    positionKey,
    /** One read per page that is shown or loading. */
    reads: [undefined, ...cursors].map((cursor) => productsRead(params, cursor)),
    hasMore: Boolean(nextCursor),
    /** Whether the next page is loading, or loads when the shopper scrolls near the end. */
    loadsOnScroll: !last.error && (!last.page || (Boolean(nextCursor) && !needsTap)),
    loadMore: () => nextCursor && addCursor(nextCursor),
    error: last.error,
    retry: last.retry,
    change: (change: ListChange) => show(withChange(latestParams.current, change)),
    show,
    clear: () => show(withoutFilters(latestParams.current)),
  }
}

/** The cursors of the pages after the first that were loaded before, also when going back. */
function useCursors(list: string) {
  const { key } = useLocation()
  const positionKey = `${key} ${list}`
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  // The server rendered the first page; after a reload the others load after hydration.
  const cursors = useClientValue(() => readPosition(positionKey).cursors, startPosition.cursors)

  return {
    positionKey,
    cursors,
    addCursor: (cursor: string) => {
      if (cursors.includes(cursor)) return
      savePosition(positionKey, { cursors: [...cursors, cursor] })
      rerender()
    },
  }
}

/**
 * One page of a list. An error does not replace the whole screen: loaded pages stay, with a way to
 * retry.
 */
export function useListPage(read: Read<'readProducts'> | null, isLater = false) {
  const { data, error, isLoading, mutate } = useSWR(
    read,
    () => fetchRead(read as Read<'readProducts'>),
    // Later pages are not revalidated when the shopper comes back, because that would move the
    // list.
    { shouldRetryOnError: false, ...(isLater && { revalidateIfStale: false }) },
  )
  const path = data && read?.[1]
  useEffect(() => {
    if (path) recordRead(['readProducts', path])
  }, [path])

  return {
    page: data?.result,
    isLoading,
    error: data ? undefined : (error as Error | undefined),
    retry: () => void mutate(),
  }
}

/** The filters of a list. The first document has them without counts and attributes. */
function useFilters(params: Params) {
  const read = filtersRead(params)
  return useSWR(read, () => fetchRead(read), { keepPreviousData: true })
}

/**
 * Loads the counts and attributes of a list's filters after the first view: once the filter column is
 * visible (a phone does not display it), or at the first interaction.
 */
export function useFilterCounts(params: Params) {
  const [ref, areWanted] = useShouldLoad<HTMLElement>({ margin: '0px', on: interactions })
  const { data, mutate } = useFilters(params)
  const areMissing = useIsIdle() && areWanted && data !== undefined && !data.result.counts
  useEffect(() => {
    if (areMissing) void mutate().catch(() => undefined)
  }, [areMissing, mutate])
  return ref
}
