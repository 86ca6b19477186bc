import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'

import { categoriesRead, filtersRead, productsRead, type Read } from '#contract/api/reads.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { fetchRead, useOptionalRead } from '#platform/api/reads.ts'
import { useClientValue } from '#platform/rendering/hydration.ts'
import { recordRead } from '#platform/serviceWorker/workerClient.ts'
import { savePosition, nowhere, readPosition } from './listPosition.ts'
import { categoryChoicesOf, listCountText, listTitleOf } from './listTitle.ts'
import { activeFilters, type ListChange, withChange, withoutFilters } from './listUrl.ts'

export type ProductList = ReturnType<typeof useProductList>

/** The list that the address asks for, as far as it is loaded, and the ways to change it. */
export function useProductList() {
  const [search, setSearch] = useSearchParams()
  const params: Params = Object.fromEntries(search)
  const { place, cursors, addCursor } = useCursors(productsRead(params)[1])
  const first = useListPage(productsRead(params))
  const last = useListPage(productsRead(params, cursors.at(-1)), cursors.length > 0)
  const categories = useOptionalRead(categoriesRead)?.result.data ?? []
  const filters = useFilters(params)

  // Of two changes before the next draw the second knows of the first.
  const asked = useRef(params)
  useLayoutEffect(() => {
    asked.current = Object.fromEntries(search)
  }, [search])
  const show = (next: Params) => {
    asked.current = next
    setSearch(next)
    scrollTo({ top: 0, behavior: 'instant' })
  }
  const nextCursor = last.page?.nextCursor
  const isRest = (cursors.length + 1) % rules.list.pagesToRest === 0

  return {
    params,
    title: listTitleOf(params, categories, first.page?.data),
    kinds: categoryChoicesOf(params, categories),
    filters,
    active: activeFilters({ params, filters, categories }),
    /** Undefined while it is loading. */
    total: first.page?.total,
    countText: first.page && listCountText(first.page),
    /** What of the search it is shown without. */
    leftOut: first.page?.leftOut ?? [],
    /** Names this list in this entry of the history. */
    place,
    /** One read for each page that is shown or on its way. */
    reads: [undefined, ...cursors].map((cursor) => productsRead(params, cursor)),
    hasMore: Boolean(nextCursor),
    /** Whether more of it is on its way, or comes as soon as its end is near. */
    goesOn: !last.error && (!last.page || (Boolean(nextCursor) && !isRest)),
    loadMore: () => nextCursor && addCursor(nextCursor),
    error: last.error,
    retry: last.retry,
    change: (change: ListChange) => show(withChange(asked.current, change)),
    show,
    clear: () => show(withoutFilters(asked.current)),
  }
}

/** How far this list was loaded: going back finds it as it was. */
function useCursors(list: string) {
  const { key } = useLocation()
  const place = `${key} ${list}`
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // The server drew the first page: after a reload the others come when it is taken over.
  const cursors = useClientValue(() => readPosition(place).cursors, nowhere.cursors)

  return {
    place,
    cursors,
    addCursor: (cursor: string) => {
      if (cursors.includes(cursor)) return
      savePosition(place, { cursors: [...cursors, cursor] })
      redraw()
    },
  }
}

/**
 * One page of a list. Unlike other reads, one that fails does not take the whole screen: what was
 * loaded before stays, with a way to try again.
 */
export function useListPage(read: Read<'products'> | null, isLater = false) {
  const { data, error, isLoading, mutate } = useSWR(
    read,
    () => fetchRead(read as Read<'products'>),
    // Later pages are not asked again when a shopper comes back: they would move the list.
    { shouldRetryOnError: false, ...(isLater && { revalidateIfStale: false }) },
  )
  const path = data && read?.[1]
  useEffect(() => {
    if (path) recordRead(['products', path])
  }, [path])

  return {
    page: data?.result,
    isLoading,
    error: data ? undefined : (error as Error | undefined),
    retry: () => void mutate(),
  }
}

/** What a list can be narrowed by. Where it cannot be had, the list goes without. */
function useFilters(params: Params): Filters | undefined {
  const read = filtersRead(params)
  const { data } = useSWR(read, () => fetchRead(read), {
    keepPreviousData: true,
  })
  return data?.result
}
