import { useLayoutEffect, useReducer, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

import type { Params } from '#contract/paths.ts'
import { categoriesRead, productsRead } from '#contract/api/reads.ts'
import { rules } from '#contract/rules.ts'
import { useClientValue } from '#platform/rendering/hydration.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { activeFilters } from './activeFilters.ts'
import { listCountText } from './itemsText.ts'
import { kindsOf, listTitleOf } from './kindsOf.ts'
import { type ListChange, withChange, withoutFilters } from './listAddress.ts'
import { useFilters } from './useFilters.ts'
import { keepPlace, nowhere, readPlace } from './listPlaces.ts'
import { useListPage } from './useListPage.ts'

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
    kinds: kindsOf(params, categories),
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
  const cursors = useClientValue(() => readPlace(place).cursors, nowhere.cursors)

  return {
    place,
    cursors,
    addCursor: (cursor: string) => {
      if (cursors.includes(cursor)) return
      keepPlace(place, { cursors: [...cursors, cursor] })
      redraw()
    },
  }
}
