import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { GenderSwitch } from '#app/header/HeaderControls.tsx'
import { brandsRead, categoriesRead, brandSearchRead, gendersRead } from '#contract/api/reads.ts'
import type { ReadResponse } from '#contract/api/readSchemas.ts'
import { brandPath, categoryPath, subcategoryPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { useOptionalRead, useOptionalReadState } from '#platform/api/reads/reads.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { LoadingFallback } from '#ui/feedback/Loading.tsx'
import { IconButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { useLayer, useScrollLock } from '#ui/overlays/useLayer.ts'
import { useAllCategories } from '#platform/api/reads/allCategories.ts'
import type { Elements } from '#ui/elements.tsx'
import styles from './panels.module.css'

/**
 * The logos of the brands, as links to their lists. A store with many brands shows the first ones, and a
 * search finds the others by name.
 */
export function BrandsPanel() {
  const [query, setQuery] = useState('')
  const name = query.trim()
  const settledName = useDebounced(name, rules.search.typingPauseMs)
  const first = useOptionalReadState(brandsRead)
  const brandSearch = useOptionalReadState(
    name && settledName ? brandSearchRead(settledName) : null,
  )
  if (!first.data) return <LoadingFallback isSmall {...first} />

  const isLoaded = name === settledName && brandSearch.data !== undefined
  const shown = name ? isLoaded && brandSearch.data : first.data
  return (
    <>
      {first.data.result.hasMoreBrands && (
        <div className={styles.brandSearch}>
          <input
            type="search"
            className={styles.brandInput}
            aria-label="Find a brand"
            placeholder="Find a brand"
            maxLength={rules.search.maxLength}
            autoComplete="off"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <p role="status">
            {name && isLoaded && brandSearch.data && brandsFoundText(brandSearch.data.result, name)}
          </p>
        </div>
      )}
      {shown ? (
        <ul className={styles.brands} onKeyDown={moveInPanel}>
          {shown.result.data.map(({ _id, name, photo }) => (
            <li key={_id}>
              <Link to={brandPath(_id)} className={styles.brand}>
                {photo ? <img src={photo} alt={name} width={240} height={96} /> : name}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingFallback isSmall {...brandSearch} />
      )}
    </>
  )
}

function brandsFoundText(
  { data, hasMoreBrands }: ReadResponse<'readBrands'>['result'],
  name: string,
) {
  if (data.length === 0) return `No brands match “${name}”`
  if (hasMoreBrands)
    return `Showing the first ${data.length} brands. Type more letters to find others.`
  return data.length === 1 ? '1 brand' : `${data.length} brands`
}

/** A column has at most eight entries. */
const rows = { gridTemplateRows: `repeat(${rules.menu.columnRows}, auto)` }

/** Shows the categories of a gender with their subcategories, in columns. */
export function CollectionPanel() {
  const [gender] = useGender()
  useAllCategories()
  const [shown, setShown] = useState(gender)
  const genders = useOptionalRead(gendersRead)?.result.data ?? []
  const { data, problem, retry } = useOptionalReadState(categoriesRead)
  const ofGender = data?.result.data.filter((category) =>
    category.gender.some(({ name }) => name === shown),
  )

  return (
    <div className={styles.panel} onKeyDown={moveInPanel}>
      <div className={styles.genders} role="group" aria-label="Collection for">
        {genders.map(({ _id, name, photo }) => (
          <button
            key={_id}
            type="button"
            className={styles.gender}
            aria-pressed={name === shown}
            onClick={() => setShown(name)}
          >
            <img src={photo || undefined} alt="" width={44} height={44} />
            <span>{name === 'MEN' ? 'Men' : 'Women'}</span>
          </button>
        ))}
      </div>
      {!data && <LoadingFallback isSmall problem={problem} retry={retry} />}
      <ul className={styles.columns}>
        {ofGender?.map(({ _id, name, subcategories }) => (
          <li key={_id}>
            <Link to={categoryPath(_id)} className={styles.panelCategory}>
              {name}
            </Link>
            <ul className={styles.subcategories} style={rows}>
              {subcategories.map((subcategory) => (
                <li key={subcategory._id}>
                  <Link to={subcategoryPath(subcategory._id)} className={styles.subcategory}>
                    {subcategory.name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The categories of a gender; each expands to its subcategories. */
export function CollectionList() {
  const [gender] = useGender()
  useAllCategories()
  const { data, problem, retry } = useOptionalReadState(categoriesRead)
  const categories = data?.result.data.filter((category) =>
    category.gender.some(({ name }) => name === gender),
  )
  return (
    <div className={styles.list}>
      <GenderSwitch />
      {!data && <LoadingFallback isSmall problem={problem} retry={retry} />}
      {categories?.map(({ _id, name, photo, subcategories }) => (
        <details key={_id} name="collection" className={styles.listCategory}>
          <summary className={styles.row}>
            <img src={photo || undefined} alt="" width={48} height={56} loading="lazy" />
            <span>{name}</span>
            <Icon name="chevron-down" size="s" />
          </summary>
          <ul className={styles.below}>
            <li>
              <Link to={categoryPath(_id)}>{`All ${name.toLowerCase()}`}</Link>
            </li>
            {subcategories.map((subcategory) => (
              <li key={subcategory._id}>
                <Link to={subcategoryPath(subcategory._id)}>{subcategory.name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

type Props = { title: string; onClose: () => void; children: Elements }

/** A full-screen menu on phones, above the tab bar. */
export function FullMenu({ title, onClose, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScrollLock(true)
  useCloseRequest(onClose)
  useLayer(onClose)
  useEffect(() => heading.current?.focus(), [title])

  return (
    <section
      className={styles.menu}
      aria-label={title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </section>
  )
}

/** Direction of each key: right and down. */
const arrowMoves = new Map([
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
])

/** Tolerance in px for entries of one column. */
const columnPx = 8

/**
 * Arrow keys move through a menu as it is laid out: up and down in a column, left and right to the
 * next column at the same height; Home and End to the first and last entry. Up from the top returns
 * to the button that opened it.
 */
function moveInPanel(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: panel, target: from } = event
  const stops = [...panel.querySelectorAll<HTMLElement>('a, button')]
  if (!(from instanceof HTMLElement) || !stops.includes(from)) return

  const to = key === 'Home' ? stops[0] : key === 'End' ? stops.at(-1) : nearest(from, stops, key)
  if (to) to.focus()
  else if (key === 'ArrowUp') buttonOf(panel)?.focus()
  else return
  // Prevents scrolling.
  event.preventDefault()
}

const buttonOf = (panel: HTMLElement) =>
  document.querySelector<HTMLElement>(`[aria-controls="${panel.parentElement?.id}"]`)

function nearest(from: HTMLElement, stops: HTMLElement[], key: string): HTMLElement | undefined {
  const [right = 0, down = 0] = arrowMoves.get(key) ?? []
  const here = from.getBoundingClientRect()
  const reachable = stops.flatMap((stop) => {
    const { x, y } = stop.getBoundingClientRect()
    const along = (x - here.x) * right + (y - here.y) * down
    const aside = Math.abs(right ? y - here.y : x - here.x)
    const isThere = along > (right ? columnPx : 1) && (right !== 0 || aside < columnPx)
    return isThere ? [{ stop, along: Math.round(along), aside }] : []
  })
  reachable.sort((a, b) => a.along - b.along || a.aside - b.aside)
  return reachable[0]?.stop
}

/** The CloseWatcher API, which not every browser has. */
type Watcher = EventTarget & { destroy: () => void }
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }

/** Closes an overlay that isn't a `<dialog>` on Escape and on Android's Back. */
function useCloseRequest(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const watcher = CloseWatcher && new CloseWatcher()
    watcher?.addEventListener('close', () => latest.current())
    return () => watcher?.destroy()
  }, [])
}
