import { useState } from 'react'

import type { Params } from '#contract/paths.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import styles from './ListBar.module.css'
import { SortSelect } from './SortSelect.tsx'
import type { ProductList } from './useProductList.ts'

type Props = {
  list: Pick<ProductList, 'params' | 'filters' | 'kinds' | 'active'>
  onSort: (sort: string | undefined) => void
  onApply: (params: Params) => void
}

/** Filters and order on a phone, in reach while the list goes by. */
export function ListBar({ list, onSort, onApply }: Props) {
  // Kept here: opening the filters does not draw the list behind them anew.
  const [isFiltering, setIsFiltering] = useState(false)
  const filterCount = list.active.length

  return (
    <>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.filter}
          aria-haspopup="dialog"
          onClick={() => setIsFiltering(true)}
        >
          <Icon name="filter" size="s" />
          {filterCount > 0 ? `Filter · ${filterCount}` : 'Filter'}
        </button>
        <div className={styles.sort}>
          <Icon name="sort" size="s" />
          <SortSelect value={list.params.sort} isLabelHidden onChoose={onSort} />
        </div>
      </div>
      {isFiltering && (
        <FilterSheet
          list={list}
          onClose={() => setIsFiltering(false)}
          onApply={(next) => {
            setIsFiltering(false)
            onApply(next)
          }}
        />
      )}
    </>
  )
}
