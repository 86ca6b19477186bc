import type { ReactNode } from 'react'

import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { Spoken } from '#ui/text/VisuallyHidden.tsx'
import { TextButton } from '#ui/forms/TextButton.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { ListBar } from './ListBar.tsx'
import { ListPage } from './ListPage.tsx'
import styles from './ListView.module.css'
import { LoadMore } from './LoadMore.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import type { CardCorner } from './ProductItems.tsx'
import { SortSelect } from './SortSelect.tsx'
import { useListPlace } from './useListPlace.ts'
import type { ProductList } from './useProductList.ts'

type Props = {
  list: ProductList
  title: ReactNode
  /** Below the title. */
  countText?: string | undefined
  /** What an empty list says. */
  emptyTitle: string
  corner?: CardCorner
  /** Shown above the cards. */
  note?: ReactNode
}

/** A list of clothes with everything to narrow and order it. */
export function ListView({ list, title, countText, emptyTitle, corner, note }: Props) {
  const { params, filters, kinds, active, total, reads, change, clear, show } = list
  useListPlace(list.place)
  // Where nothing is found there is nothing to narrow or to put in order.
  const isNothing = total === 0 && (active.length === 0 || filters?.brands.length === 0)
  const onSort = (sort: string | undefined) => change({ sort })

  return (
    <>
      {!isNothing && <ListBar list={list} onSort={onSort} onApply={show} />}
      <div className={styles.list}>
        {!isNothing && (
          <aside className={styles.filters} aria-label="Filters">
            <div className={styles.filtersHead}>
              <h2 className={styles.filtersTitle}>Filters</h2>
              {active.length > 0 && <TextButton onClick={clear}>Clear all</TextButton>}
            </div>
            {filters && <FilterPanel {...{ params, filters, kinds }} onChange={change} />}
          </aside>
        )}
        <div className={styles.results} data-goes-on={list.goesOn || undefined}>
          <header className={styles.head} data-hidden={total === 0 || undefined}>
            <div>
              {total !== 0 && <h1 className={styles.title}>{title}</h1>}
              <p className={styles.count} role="status">
                {countText}
              </p>
            </div>
            {!isNothing && (
              <div className={styles.sort}>
                <SortSelect value={params.sort} onChoose={onSort} />
              </div>
            )}
          </header>
          <FilterChips filters={active} onRemove={change} onClear={clear} />
          {note}
          {total === 0 ? (
            <EmptyState
              title={emptyTitle}
              art="/images/empty-search.svg"
              text={active.length > 0 ? 'Try removing a filter.' : 'Show more'}
            >
              {active.length > 0 ? (
                <Button onClick={clear}>Clear filters</Button>
              ) : (
                <ButtonLink to={paths.collections}>See all clothes</ButtonLink>
              )}
            </EmptyState>
          ) : (
            <div>
              <h2>
                <Spoken>Products</Spoken>
              </h2>
              <ProductGrid isBesideFilters isBusy={total === undefined}>
                {reads.map((read, place) => (
                  <ListPage key={read[1]} read={read} isFirst={place === 0} corner={corner} />
                ))}
              </ProductGrid>
            </div>
          )}
          <ListEnd list={list} />
        </div>
      </div>
    </>
  )
}

/** What comes after the last card that is there. */
function ListEnd({ list: { error, hasMore, goesOn, loadMore, retry } }: { list: ProductList }) {
  if (error) {
    return (
      <div className={styles.failure}>
        <Note tone="danger">We couldn't load these items.</Note>
        <Button variant="line" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return hasMore ? <LoadMore onMore={loadMore} isByHand={!goesOn} /> : null
}
