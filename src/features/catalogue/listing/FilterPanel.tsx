import { type ReactNode, useState } from 'react'

import { filtersRead, type Read } from '#contract/api/reads.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './FilterPanel.module.css'
import { itemsText, type CategoryChoices } from './listTitle.ts'
import { type ListChange, listed, nameOfId, toggled } from './listUrl.ts'
import { PriceFilter } from './PriceFilter.tsx'

type Props = {
  params: Params
  filters: Filters
  kinds: CategoryChoices
  onChange: (change: ListChange) => void
}

/** Everything by which a list can be narrowed. */
export function FilterPanel({ params, filters, kinds, onChange }: Props) {
  const { size, brands, origin, min, max, inStock } = params
  const kind = params[kinds.name]
  const countries = filters.origins.map((name) => ({ _id: name, name }))

  return (
    <div>
      <FilterGroup title="Size">
        <SizeFilter
          sizes={filters.size}
          counts={filters.counts?.size}
          chosen={listed(size)}
          onToggle={(value) => onChange((now) => ({ size: toggled(now.size, value) }))}
        />
      </FilterGroup>
      <FilterGroup title="Price">
        <PriceFilter {...{ filters, min, max, onChange }} />
      </FilterGroup>
      <FilterGroup title="Brands">
        <ChoiceFilter
          choices={withChosen(filters.brands, listed(brands))}
          counts={filters.counts?.brands}
          chosen={listed(brands)}
          onToggle={(id) => onChange((now) => ({ brands: toggled(now.brands, id) }))}
          readByName={filters.hasMoreBrands ? (name) => filtersRead(params, name) : undefined}
        />
      </FilterGroup>
      <FilterGroup title={kinds.legend} isClosedAtFirst={!kind}>
        <ChoiceFilter
          choices={kinds.choices}
          chosen={kind ? [kind] : []}
          onToggle={(id) =>
            onChange((now) => ({
              ...(kinds.within && { category: kinds.within }),
              [kinds.name]: id === now[kinds.name] ? undefined : id,
            }))
          }
        />
      </FilterGroup>
      <FilterGroup title="Country of origin" isClosedAtFirst={!origin}>
        <ChoiceFilter
          choices={countries}
          counts={filters.counts?.origins}
          chosen={listed(origin)}
          onToggle={(value) => onChange((now) => ({ origin: toggled(now.origin, value) }))}
        />
      </FilterGroup>
      <FilterGroup title="Availability">
        <Checkbox
          checked={inStock === 'true'}
          onChange={({ target }) => onChange({ inStock: target.checked ? 'true' : undefined })}
        >
          In stock
        </Checkbox>
      </FilterGroup>
    </div>
  )
}

/** The store offers its most frequent brands; one that is chosen can be taken back all the same. */
function withChosen(offered: Filters['brands'], chosen: string[]): Filters['brands'] {
  const missing = chosen.filter((id) => !offered.some(({ _id }) => _id === id))
  return [...offered, ...missing.map((_id) => ({ _id, name: nameOfId(_id) }))]
}

type FilterGroupProps = { title: string; isClosedAtFirst?: boolean; children: ReactNode }

function FilterGroup({ title, isClosedAtFirst, children }: FilterGroupProps) {
  return (
    <details className={styles.group} open={!isClosedAtFirst}>
      <summary className={styles.title}>
        {title}
        <span className={styles.minus}>
          <Icon name="minus" size="s" />
        </span>
        <span className={styles.plus}>
          <Icon name="plus" size="s" />
        </span>
      </summary>
      <div className={styles.body} role="group" aria-label={title}>
        {children}
      </div>
    </details>
  )
}

type Choice = { _id: string; name: string }

type ChoiceFilterProps = {
  choices: Choice[]
  /** The number of products of each choice, by its id. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (id: string) => void
  /** The read that finds further choices by name, if there are more than these. */
  readByName?: ((name: string) => Read<'filters'>) | undefined
}

/** Choices shown before "Show more", and the number from which they can be searched. */
const shownAtFirst = 6
const searchedFrom = 20

/** Not in the first view: it is imported when a long list is opened. */
const loadSearch = () => import('./ChoiceSearch.tsx')

/** A checkbox per choice; a long list is cut until the shopper opens it. */
function ChoiceFilter({ choices, counts, chosen, onToggle, readByName }: ChoiceFilterProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { module } = useDeferredImport(loadSearch, isWhole && choices.length >= searchedFrom)
  const shown = choices.filter(
    ({ _id }, place) => isWhole || chosen.includes(_id) || place < shownAtFirst,
  )
  const hidden = choices.length - shown.length
  const list = (listed: Choice[], countsOfListed: ChoiceFilterProps['counts']) => (
    <div className={styles.choices} data-whole={isWhole || undefined}>
      {listed.map(({ _id, name }) => (
        <Checkbox key={_id} checked={chosen.includes(_id)} onChange={() => onToggle(_id)}>
          {name}
          <span className={styles.count} aria-hidden="true">
            {countsOfListed?.[_id] !== undefined && numberText(countsOfListed[_id])}
          </span>
        </Checkbox>
      ))}
    </div>
  )

  if (module && isWhole) {
    return <module.ChoiceSearch {...{ choices, counts, chosen, readByName }} render={list} />
  }
  return (
    <>
      {list(shown, counts)}
      {hidden > 0 && <TextButton onClick={() => setIsWhole(true)}>Show {hidden} more</TextButton>}
    </>
  )
}

type SizeFilterProps = {
  sizes: string[]
  /** How many products have each size in stock. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (size: string) => void
}

/** The sizes of a list, of which several can be chosen. */
function SizeFilter({ sizes, counts, chosen, onToggle }: SizeFilterProps) {
  return (
    <div className={styles.sizes}>
      {sizes.map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          aria-pressed={chosen.includes(size)}
          title={counts?.[size] === undefined ? undefined : itemsText(counts[size])}
          onClick={() => onToggle(size)}
        >
          {size}
        </button>
      ))}
    </div>
  )
}
