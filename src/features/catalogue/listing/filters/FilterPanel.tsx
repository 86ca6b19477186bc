import type { ReactNode } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { optionName, colours, fabrics, occasions } from '#contract/catalogue/attributes.ts'
import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/pages/paths.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './FilterPanel.module.css'
import { CheckboxFilter, CountText, isEmpty, StepFilter } from './FilterOptions.tsx'
import { itemsText, type CategoryFilter } from '#features/catalogue/listing/listTitle.ts'
import {
  discountText,
  genderNames,
  type ListChange,
  splitValues,
  nameOfId,
  ratingText,
  toggleValue,
} from '#features/catalogue/listing/listUrl.ts'
import { PriceFilter } from './PriceFilter.tsx'

type Props = {
  params: Params
  filters: Filters
  categoryFilter: CategoryFilter
  onChange: (change: ListChange) => void
  /** The read that finds brands of the list by name. */
  readBrands: (name: string) => Read<'readFilters'>
}

/** All filters of a list. An option without products is dimmed. */
export function FilterPanel({ params, filters, categoryFilter, onChange, readBrands }: Props) {
  const { size, brands, origin, min, max, inStock } = params
  const isIdle = useIsIdle()
  const { counts } = filters
  const chosenCategory = params[categoryFilter.name]
  const countries = filters.origins.map((name) => ({ _id: name, name }))

  return (
    <>
      <GenderFilter
        counts={counts?.genders}
        chosen={params.gender?.toLowerCase()}
        onChoose={(gender) => onChange({ gender })}
      />
      <FilterGroup title="Size">
        <SizeFilter
          sizes={filters.size}
          counts={counts?.size}
          chosen={splitValues(size)}
          onToggle={(value) => onChange((now) => ({ size: toggleValue(now.size, value) }))}
        />
      </FilterGroup>
      <FilterGroup title="Price">
        <PriceFilter {...{ filters, min, max, onChange }} />
      </FilterGroup>
      <FilterGroup title="Brands">
        <CheckboxFilter
          options={withChosenBrands(filters.brands, splitValues(brands))}
          counts={counts?.brands}
          chosen={splitValues(brands)}
          onToggle={(id) => onChange((now) => ({ brands: toggleValue(now.brands, id) }))}
          readByName={filters.hasMoreBrands ? readBrands : undefined}
        />
      </FilterGroup>
      {(categoryFilter.options.length > 1 || chosenCategory) && (
        <FilterGroup title={categoryFilter.legend} isInitiallyClosed={!chosenCategory}>
          <CheckboxFilter
            options={categoryFilter.options}
            counts={categoryFilter.name === 'category' ? counts?.categories : counts?.subcategories}
            chosen={chosenCategory ? [chosenCategory] : []}
            onToggle={(id) =>
              onChange((now) => ({
                ...(categoryFilter.within && { category: categoryFilter.within }),
                [categoryFilter.name]: id === now[categoryFilter.name] ? undefined : id,
              }))
            }
          />
        </FilterGroup>
      )}
      {(countries.length > 1 || origin) && (
        <FilterGroup title="Country of origin" isInitiallyClosed={!origin}>
          <CheckboxFilter
            options={countries}
            counts={counts?.origins}
            chosen={splitValues(origin)}
            onToggle={(value) => onChange((now) => ({ origin: toggleValue(now.origin, value) }))}
          />
        </FilterGroup>
      )}
      <FilterGroup title="Availability">
        <Checkbox
          checked={inStock === 'true'}
          onChange={({ target }) => onChange({ inStock: target.checked ? 'true' : undefined })}
          data-empty={isEmpty(counts?.inStock)}
        >
          <span>In stock</span>
          <CountText count={counts?.inStock} />
        </Checkbox>
        <Checkbox
          checked={params.new === 'true'}
          onChange={({ target }) => onChange({ new: target.checked ? 'true' : undefined })}
          data-empty={isEmpty(counts?.isNew)}
        >
          <span>New arrivals</span>
          <CountText count={counts?.isNew} />
        </Checkbox>
      </FilterGroup>
      {isIdle && <AttributeFilters {...{ params, filters, onChange }} />}
    </>
  )
}

/** All products of the list, each of which is in one category; undefined if there is none. */
const totalOf = (counts: Filters['counts']) =>
  counts && (Object.values(counts.categories).reduce((sum, count) => sum + count, 0) || undefined)

type GenderFilterProps = {
  counts: Record<string, number> | undefined
  chosen: string | undefined
  onChoose: (gender: string | undefined) => void
}

/** Women's and men's products of a list that has both. */
function GenderFilter({ counts = {}, chosen, onChoose }: GenderFilterProps) {
  const options = Object.entries(genderNames).map(([_id, name = '']) => ({ _id, name }))
  if (!options.every(({ _id }) => counts[_id])) return null
  return (
    <FilterGroup title="Gender">
      <CheckboxFilter
        options={options}
        counts={counts}
        chosen={chosen ? [chosen] : []}
        onToggle={(id) => onChoose(id === chosen ? undefined : id)}
      />
    </FilterGroup>
  )
}

type AttributeFiltersProps = Pick<Props, 'params' | 'filters' | 'onChange'>

/** Filters below the fold. The first document leaves them out because of their size. */
function AttributeFilters({ params, filters, onChange }: AttributeFiltersProps) {
  const { counts } = filters
  const { discount, rating } = params
  const total = totalOf(counts)
  const narrowing = (steps: number[], of: Record<string, number> = {}, chosen?: string) =>
    steps.filter((step) => total === undefined || of[step] !== total || chosen === String(step))
  const discounts = narrowing(filters.discounts, counts?.discounts, discount)
  const ratings = narrowing(filters.ratings, counts?.ratings, rating)
  return (
    <>
      {(filters.colours.length > 1 || params.colour) && (
        <FilterGroup title="Colour">
          <ColourFilter
            ids={filters.colours}
            counts={counts?.colours}
            chosen={splitValues(params.colour)}
            onToggle={(id) => onChange((now) => ({ colour: toggleValue(now.colour, id) }))}
          />
        </FilterGroup>
      )}
      {attributeGroups.map(({ title, name, valuesOf, options }) => {
        const ids = filters[valuesOf]
        if (ids.length < 2 && !params[name]) return null
        return (
          <FilterGroup key={name} title={title} isInitiallyClosed={!params[name]}>
            <CheckboxFilter
              options={ids.map((_id) => ({ _id, name: optionName(options, _id) }))}
              counts={counts?.[valuesOf]}
              chosen={splitValues(params[name])}
              onToggle={(id) => onChange((now) => ({ [name]: toggleValue(now[name], id) }))}
            />
          </FilterGroup>
        )
      })}
      {discounts.length > 0 && (
        <FilterGroup title="Discount" isInitiallyClosed={!discount}>
          <StepFilter
            steps={discounts}
            counts={counts?.discounts}
            textOf={discountText}
            chosen={discount}
            onChoose={(value) => onChange({ discount: value })}
          />
        </FilterGroup>
      )}
      {ratings.length > 0 && (
        <FilterGroup title="Customer rating" isInitiallyClosed={!rating}>
          <StepFilter
            steps={ratings}
            counts={counts?.ratings}
            textOf={ratingText}
            chosen={rating}
            onChoose={(value) => onChange({ rating: value })}
          />
        </FilterGroup>
      )}
    </>
  )
}

const attributeGroups = [
  { title: 'Fabric', name: 'fabric', valuesOf: 'fabrics', options: fabrics },
  { title: 'Occasion', name: 'occasion', valuesOf: 'occasions', options: occasions },
] as const

/** Adds the chosen brands that are not among the most frequent ones, so that they can be deselected. */
function withChosenBrands(offered: Filters['brands'], chosen: string[]): Filters['brands'] {
  const missing = chosen.filter((id) => !offered.some(({ _id }) => _id === id))
  return [...offered, ...missing.map((_id) => ({ _id, name: nameOfId(_id) }))]
}

type FilterGroupProps = { title: string; isInitiallyClosed?: boolean; children: ReactNode }

function FilterGroup({ title, isInitiallyClosed, children }: FilterGroupProps) {
  return (
    <details className={styles.group} open={!isInitiallyClosed}>
      <summary className={styles.title}>
        <span>{title}</span>
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

type SizeFilterProps = {
  sizes: string[]
  /** How many products have each size in stock. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (size: string) => void
}

/** The systems of sizes, in the order in which they are shown. */
const sizeGroups = [
  { title: 'Clothes', isOf: (size: string) => /^(?:\d?X*[SL]|M)$/i.test(size) },
  { title: 'Waist and chest (inches)', isOf: (size: string) => /^\d{2}$/.test(size) },
  { title: 'Footwear', isOf: (size: string) => /^(?:UK|EU|US)\s?\d/i.test(size) },
  { title: 'Other', isOf: () => true },
]

/** The sizes of a list, of which several can be chosen, grouped by system if there are several. */
function SizeFilter({ sizes, counts, chosen, onToggle }: SizeFilterProps) {
  const groupOf = (size: string) => sizeGroups.find(({ isOf }) => isOf(size))
  const groups = sizeGroups
    .map((group) => ({
      title: group.title,
      sizes: sizes.filter((size) => groupOf(size) === group),
    }))
    .filter((group) => group.sizes.length > 0)
  return groups.map((group) => (
    <div key={group.title} className={styles.sizeGroup}>
      {groups.length > 1 && <h3 className={styles.sizeGroupTitle}>{group.title}</h3>}
      <div className={styles.sizes}>
        {group.sizes.map((size) => (
          <button
            key={size}
            type="button"
            className={styles.size}
            aria-pressed={chosen.includes(size)}
            data-empty={isEmpty(counts?.[size])}
            title={counts?.[size] === undefined ? undefined : itemsText(counts[size])}
            onClick={() => onToggle(size)}
          >
            {size}
          </button>
        ))}
      </div>
    </div>
  ))
}

/** The swatch of products in several colours: a quarter each of every third colour. */
const quarters = [
  'M11 11V.5A10.5 10.5 0 0 1 21.5 11z',
  'M11 11h10.5A10.5 10.5 0 0 1 11 21.5z',
  'M11 11v10.5A10.5 10.5 0 0 1 .5 11z',
  'M11 11H.5A10.5 10.5 0 0 1 11 .5z',
]

type ColourFilterProps = {
  /** Ids of the colours in the list. */
  ids: string[]
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (id: string) => void
}

/** A swatch with its name for each colour, of which several can be chosen. */
function ColourFilter({ ids, counts, chosen, onToggle }: ColourFilterProps) {
  return (
    <div className={styles.colours}>
      {colours
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name, swatch }) => (
          <button
            key={id}
            type="button"
            className={styles.colour}
            aria-pressed={chosen.includes(id)}
            data-empty={isEmpty(counts?.[id])}
            title={counts?.[id] === undefined ? undefined : itemsText(counts[id])}
            onClick={() => onToggle(id)}
          >
            <svg className={styles.swatch} viewBox="0 0 22 22" aria-hidden="true">
              {swatch ? (
                <circle cx="11" cy="11" r="10.5" fill={swatch} />
              ) : (
                quarters.map((path, index) => (
                  <path key={path} d={path} fill={colours[3 * index + 3]?.swatch} />
                ))
              )}
            </svg>
            <span>{name}</span>
          </button>
        ))}
    </div>
  )
}
