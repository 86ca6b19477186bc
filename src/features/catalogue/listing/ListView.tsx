import { memo, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

import type { Read } from '#contract/api/reads.ts'
import type { UnderstoodPart } from '#contract/catalogue/listing.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import {
  type CardCorner,
  CardSkeletons,
  ProductGrid,
  ProductItems,
} from '#features/catalogue/products/ProductGrid.tsx'
import { ShownWhere } from '#platform/rendering/pageWidth.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { Button, ButtonLink, TextButton } from '#ui/forms/Button.tsx'
import { Chip } from '#ui/forms/SelectionControls.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import type { Elements } from '#ui/elements.tsx'
import { ListBar, SortSelect } from './ListBar.tsx'
import { ListFilters } from './filters/ListFilters.tsx'
import { useListPosition } from './listPosition.ts'
import type { ActiveFilter, ListChange } from './listUrl.ts'
import styles from './ListView.module.css'
import { type ProductList, useFilterCounts, useListPage } from './productList.ts'

type Props = {
  list: ProductList
  /** Undefined if the page shows its own heading. */
  title: ReactNode
  /** Below the title. */
  countText?: string | undefined
  /** What was searched for; undefined in a collection. */
  searchText?: string | undefined
  corner?: CardCorner
  /** Shown above the cards. */
  note?: Elements
}

function emptyTexts({ active, isSaved }: ProductList, searchText: string | undefined) {
  const isFiltered = active.length > 0
  if (isSaved)
    return {
      title: searchText === undefined ? 'No saved items here' : `Nothing saved for “${searchText}”`,
      text: 'You’re offline, so only items saved on this device were searched.',
    }
  const filterText = 'Try removing a filter.'
  if (searchText !== undefined) {
    return {
      title: `No results for “${searchText}”`,
      text: isFiltered ? filterText : 'Check the spelling or try a different search.',
    }
  }
  return isFiltered
    ? { title: 'No items match these filters', text: filterText }
    : { title: 'No items here right now', text: 'Have a look at our other styles.' }
}

/** A product list with its filters and its sort order. */
export function ListView({ list, title, countText, searchText, corner, note }: Props) {
  const { params, chosen, filters, active, total, reads, change, clear, show } = list
  useListPosition(list.positionKey)
  const filtersRef = useFilterCounts(params)
  // An empty list has nothing to filter or to sort.
  const isNothing = total === 0 && (active.length === 0 || filters?.brands.length === 0)
  const onSort = (sort: string | undefined) => change({ sort })

  return (
    <>
      {!isNothing && <ListBar list={list} onSort={onSort} onApply={show} />}
      <div className={styles.list}>
        {!isNothing && (
          <aside className={styles.filters} aria-label="Filters" ref={filtersRef}>
            <div className={styles.filtersHead}>
              <h2 className={styles.filtersTitle}>Filters</h2>
              {active.length > 0 && <ClearButton onClear={clear} />}
            </div>
            <ShownWhere isWide>
              <ListFilters list={list} params={chosen} onChange={change} />
            </ShownWhere>
          </aside>
        )}
        <div className={styles.results} data-loads-on-scroll={list.loadsOnScroll || undefined}>
          <header className={styles.head}>
            <div>
              {total !== 0 && title && <h1 className={styles.title}>{title}</h1>}
              <p className={styles.count} role="status">
                {countText}
              </p>
            </div>
            {!isNothing && (
              <div className={styles.sort}>
                <SortSelect value={chosen.sort} onChoose={onSort} />
              </div>
            )}
          </header>
          <UnderstoodChips parts={list.understood} onRemove={(q) => change({ q })} />
          <FilterChips filters={active} onRemove={change} onClear={clear} />
          {/* In one render with the cards. The placeholders are replaced, so nothing moves. */}
          {Boolean(total) && note}
          {total === 0 ? (
            <EmptyState art="/images/empty-search.svg" {...emptyTexts(list, searchText)}>
              {active.length > 0 ? (
                <Button onClick={clear}>Clear filters</Button>
              ) : (
                <ButtonLink to={paths.collections}>See all styles</ButtonLink>
              )}
            </EmptyState>
          ) : (
            <div key={total === undefined ? 'loading' : 'loaded'}>
              <h2>
                <VisuallyHidden>Products</VisuallyHidden>
              </h2>
              <ProductGrid isBesideFilters isBusy={total === undefined}>
                {reads.map((read, index) => (
                  <ListPage key={read[1]} read={read} isFirst={index === 0} corner={corner} />
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

/** Shown after the last loaded card. */
function ListEnd({
  list: { error, hasMore, loadsOnScroll, loadMore, retry },
}: {
  list: ProductList
}) {
  if (error) {
    return (
      <div className={styles.failure}>
        <Note tone="danger">We couldn’t load these items.</Note>
        <Button variant="outline" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return hasMore ? <LoadMore onMore={loadMore} needsTap={!loadsOnScroll} /> : null
}

type UnderstoodChipsProps = {
  parts: UnderstoodPart[]
  onRemove: (search: string | undefined) => void
}

/** The parts of a search that the store interpreted as filters; a tap searches without that part. */
function UnderstoodChips({ parts, onRemove }: UnderstoodChipsProps) {
  if (parts.length === 0) return null
  return (
    <div className={styles.chips} role="group" aria-label="Filters from your search">
      {parts.map(({ kind, label, without }) => (
        <Chip
          key={`${kind} ${label}`}
          isRemovable
          aria-label={`Remove ${label} from the search`}
          onClick={(event) => {
            moveFocus(event, parts.length)
            onRemove(without || undefined)
          }}
        >
          {label}
        </Chip>
      ))}
    </div>
  )
}

type FilterChipsProps = {
  filters: ActiveFilter[]
  onRemove: (removal: ListChange) => void
  onClear: () => void
}

/** The active filters; a tap removes one. */
function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <div className={styles.chips} role="group" aria-label="Applied filters">
      {filters.map(({ text, removal }) => (
        <Chip
          key={text}
          isRemovable
          aria-label={`Remove filter ${text}`}
          onClick={(event) => {
            moveFocus(event, filters.length)
            onRemove(removal)
          }}
        >
          {text}
        </Chip>
      ))}
      <ClearButton onClear={onClear} />
    </div>
  )
}

/** Removes all filters, and disappears with them. */
function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <TextButton
      onClick={(event) => {
        moveFocus(event, 0)
        onClear()
      }}
    >
      Clear all
    </TextButton>
  )
}

/** A tapped button disappears: keyboard focus moves to the one beside it, or after the last to the page. */
function moveFocus({ currentTarget }: MouseEvent<HTMLElement>, chipCount: number) {
  const { nextElementSibling, previousElementSibling } = currentTarget
  const beside = chipCount > 1 ? (nextElementSibling ?? previousElementSibling) : null
  const target = beside ?? currentTarget.closest('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

type ListPageProps = {
  read: Read<'readProducts'>
  isFirst: boolean
  corner: CardCorner | undefined
}

const isSame = (before: ListPageProps, now: ListPageProps) =>
  before.read[1] === now.read[1] && before.isFirst === now.isFirst && before.corner === now.corner

/** The cards of one page of a list, or their skeletons. Memoised, because there are many of them. */
const ListPage = memo(Cards, isSame)

function Cards({ read, isFirst, corner }: ListPageProps) {
  // The first page is revalidated by the list, the later ones never are.
  const { page, error } = useListPage(read, true)
  if (page) return <ProductItems products={page.data} isFirst={isFirst} corner={corner} />
  return error ? null : <CardSkeletons count={isFirst ? rules.list.pageSize : 6} />
}

type LoadMoreProps = {
  onMore: () => void
  /** Loads the next page only when the button is tapped, so that shoppers can reach the footer. */
  needsTap: boolean
}

/** The next page loads when the end of the list is this close to the window. */
const loadMargin = '0px 0px 1400px'

/**
 * Keeps the scroll position while cards are added above the footer. With scroll anchoring a browser that
 * shows only the footer would keep it in view, and so load the whole list.
 */
function loadInPlace(more: () => void) {
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  more()
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('overflow-anchor')))
}

/** The end of the loaded cards: more are loaded when it is close to the window, or with the button. */
function LoadMore({ onMore, needsTap }: LoadMoreProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (needsTap || !box.current) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadInPlace(latest.current)
      },
      { rootMargin: loadMargin },
    )
    seen.observe(box.current)
    return () => seen.disconnect()
  }, [needsTap])

  /** The button disappears as more cards load, so keyboard focus moves to the last card. */
  const loadByTap = () => {
    const cards = box.current?.parentElement?.querySelectorAll<HTMLElement>('article a')
    cards?.item(cards.length - 1).focus({ preventScroll: true })
    loadInPlace(onMore)
  }

  return (
    <div className={styles.more} ref={box}>
      <Button variant="outline" onClick={loadByTap}>
        Load more
      </Button>
    </div>
  )
}
