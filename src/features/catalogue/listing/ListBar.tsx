import { useDeferredValue, useState } from 'react'

import { productsRead } from '#contract/api/reads.ts'
import type { Params } from '#contract/pages/paths.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Select } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './ListBar.module.css'
import { ListFilters } from './filters/ListFilters.tsx'
import { totalText } from './listTitle.ts'
import { withChange, withoutFilters } from './listUrl.ts'
import { type ProductList, useListPage } from './productList.ts'

type Props = {
  list: Pick<ProductList, 'params' | 'chosen' | 'filters' | 'categoryFilter' | 'active'>
  onSort: (sort: string | undefined) => void
  onApply: (params: Params) => void
}

/** Filters and order on a phone, which stay in view while the list scrolls. */
export function ListBar({ list, onSort, onApply }: Props) {
  // State of this component, so that opening the filters does not render the list again.
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
          <span>{filterCount > 0 ? `Filter · ${filterCount}` : 'Filter'}</span>
        </button>
        <div className={styles.sort}>
          <Icon name="sort" size="s" />
          <SortSelect value={list.chosen.sort} isLabelHidden onChoose={onSort} />
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

type FilterSheetProps = {
  list: Pick<ProductList, 'params' | 'filters' | 'categoryFilter'>
  onApply: (params: Params) => void
  onClose: () => void
}

/** The filters on a phone. They change a draft; the button puts it into the URL. */
function FilterSheet({ list, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(list.params)
  const { page } = useListPage(productsRead(draft))
  // The sheet opens at once; the long list of filters is rendered while it slides in.
  const areFiltersReady = useDeferredValue(true, false)
  const applyText = page ? `Show ${totalText(page)}` : 'Show items'

  return (
    <Dialog
      title="Filters"
      shape="full"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={() => setDraft(withoutFilters)}>
            Clear all
          </Button>
          <Button isWide onClick={() => onApply(draft)}>
            {applyText}
          </Button>
        </>
      }
    >
      {areFiltersReady && (
        <ListFilters
          {...{ list, params: draft }}
          onChange={(change) => setDraft((before) => withChange(before, change))}
        />
      )}
    </Dialog>
  )
}

type SortSelectProps = {
  /** As in the URL; undefined for the store's own order. */
  value: string | undefined
  isLabelHidden?: boolean
  onChoose: (sort: string | undefined) => void
}

const sortOptions = [
  { value: '', text: 'Recommended' },
  { value: 'newest', text: 'Newest first' },
  { value: 'popular', text: 'Most popular' },
  { value: 'discount', text: 'Highest discount' },
  { value: 'rating', text: 'Highest rated' },
  { value: 'asc', text: 'Price Low to High' },
  { value: 'desc', text: 'Price High to Low' },
]

export function SortSelect({ value, isLabelHidden, onChoose }: SortSelectProps) {
  return (
    <Select
      label="Sort"
      isLabelHidden={isLabelHidden}
      options={sortOptions}
      value={sortOptions.some((option) => option.value === value) ? value : ''}
      onChoose={(sort) => onChoose(sort || undefined)}
    />
  )
}
