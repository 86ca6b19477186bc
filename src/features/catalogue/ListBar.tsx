import { Icon } from '#ui/Icon.tsx'
import styles from './ListBar.module.css'
import { SortSelect } from './SortSelect.tsx'

type Props = {
  filterCount: number
  sort: string | undefined
  onFilter: () => void
  onSort: (sort: string | undefined) => void
}

/** Filters and order on a phone, in reach while the list goes by. */
export function ListBar({ filterCount, sort, onFilter, onSort }: Props) {
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.filter} aria-haspopup="dialog" onClick={onFilter}>
        <Icon name="filter" size="s" />
        {filterCount > 0 ? `Filter · ${filterCount}` : 'Filter'}
      </button>
      <div className={styles.sort}>
        <Icon name="sort" size="s" />
        <SortSelect value={sort} isLabelHidden onChoose={onSort} />
      </div>
    </div>
  )
}
