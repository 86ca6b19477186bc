import type { Filters } from '#contract/catalogue/listing.ts'
import type { Params } from '#contract/paths.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { nameOfId } from './activeFilters.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import type { Kinds } from './kindsOf.ts'
import { type ListChange, listed, toggled } from './listAddress.ts'
import { PriceFilter } from './PriceFilter.tsx'
import { SizeFilter } from './SizeFilter.tsx'

type Props = {
  params: Params
  filters: Filters
  kinds: Kinds
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
