import { useState } from 'react'

import { filtersRead, type Read, readOf } from '#contract/api/reads.ts'
import { listQueryOf } from '#contract/catalogue/listQuery.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/pages/paths.ts'
import { useOptionalReadState } from '#platform/api/reads/reads.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { useShouldLoad } from '#platform/rendering/nearViewport.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { ListChange } from '#features/catalogue/listing/listUrl.ts'
import type { ProductList } from '#features/catalogue/listing/productList.ts'

type Props = {
  list: Pick<ProductList, 'params' | 'filters' | 'categoryFilter'>
  /** The filters that are shown: those of the list, or a draft of others. */
  params: Params
  onChange: (change: ListChange) => void
}

const onceVisible = { margin: '0px', on: [] }

/**
 * The filters of a list. Each option is counted under what is chosen in the other filters, once something is
 * chosen and the panel is displayed.
 */
export function ListFilters({ list, params, onChange }: Props) {
  const [ref, isVisible] = useShouldLoad<HTMLDivElement>(onceVisible)
  const isShown = useIsIdle() && isVisible
  const filters = useCountedFilters({ list, params, isShown })
  return (
    <div ref={ref}>
      {filters && (
        <FilterPanel
          {...{ params, filters, onChange }}
          categoryFilter={list.categoryFilter}
          readBrands={(name) => selectedFiltersRead(list.params, params, name)}
        />
      )}
    </div>
  )
}

type CountedFiltersOptions = Pick<Props, 'list' | 'params'> & { isShown: boolean }

/** The shown counts stay while new ones load, and if loading fails. */
function useCountedFilters({ list, params, isShown }: CountedFiltersOptions): Filters | undefined {
  const read = selectedFiltersRead(list.params, params)
  const isOfList = read[1] === filtersRead(list.params)[1]
  const { data, problem } = useOptionalReadState(isShown && !isOfList ? read : null)
  const ofList = list.filters
  const current = isOfList ? ofList?.counts && ofList : data?.result

  const scope = filtersRead(scopeOf(list.params, params))[1]
  const [latest, setLatest] = useState<{ scope: string; filters: Filters }>()
  if (current && current !== latest?.filters) setLatest({ scope, filters: current })
  if (current) return current
  if (latest?.scope === scope) return latest.filters
  // The list's own counts ignore the chosen filters, so they are shown only if there are no others.
  return ofList && (isOfList || problem ? ofList : { ...ofList, counts: undefined })
}

/** What narrows the list before any filter of the panel; a draft can leave the list's category and gender. */
const scopeOf = (listParams: Params, { category, subcategory, gender }: Params): Params => ({
  ...listParams,
  gender: gender ?? '',
  ...(category !== listParams.category && { category: '' }),
  ...(subcategory !== listParams.subcategory && { subcategory: '' }),
})

/** The filters of a list, counted for the chosen values; with `brandName` its brands whose names contain it. */
function selectedFiltersRead(
  listParams: Params,
  params: Params,
  brandName?: string,
): Read<'readFilters'> {
  const { search, gender, category, subcategory } = listQueryOf(scopeOf(listParams, params))
  const selected = listQueryOf(params)
  const query = {
    ...{ ...selected, search, gender, category, subcategory, brandName },
    ...{ sortBy: undefined, sortOrder: undefined, brand: undefined },
    selectedBrand: selected.brand,
    selectedCategory: category ? undefined : selected.category,
    selectedSubcategory: subcategory ? undefined : selected.subcategory,
  }
  return readOf('readFilters', { query })
}
