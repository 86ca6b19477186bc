import { Button } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'

import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './BoardBar.module.css'
import { type BoardFilters, noRider, payments, queryOf } from './boardFilters.ts'
import { Key } from '#desk/orders/OrderParts.tsx'
import { useSavedViews, viewFilters } from './savedViews.ts'
import { texts } from '#desk/orders/texts.ts'

type Named = { id: string; name: string }

type Props = {
  filters: BoardFilters
  onChange: (filters: BoardFilters) => void
  /** How many open orders a view shows. */
  countOf: (filters: BoardFilters) => number
  warehouses: readonly Named[]
  riders: readonly Named[]
  isFilterOpen: boolean
  onToggleFilter: () => void
  firstField: RefObject<HTMLSelectElement | null>
}

const builtInViews: { name: string; filters: BoardFilters }[] = [
  { name: texts.view.all, filters: {} },
  { name: texts.view.late, filters: { isLate: true } },
  { name: texts.view.trial, filters: { isTrial: true } },
  { name: texts.view.noRider, filters: { rider: noRider } },
  { name: texts.view.cash, filters: { payment: 'cash' } },
]

/** The views, and the filters that make one. */
export function BoardBar(props: Props) {
  const { filters, onChange, countOf, isFilterOpen, onToggleFilter } = props
  const { views, isFull, save, remove } = useSavedViews()
  const query = queryOf(filters)
  const isNamed = [
    ...builtInViews.map((view) => queryOf(view.filters)),
    ...views.map((view) => view.query),
  ]
  const filterCount = Object.values(filters).filter((value) => value !== undefined).length
  return (
    <div className={styles.bar} data-open={isFilterOpen || undefined}>
      <div className={styles.views} role="group" aria-label={texts.views}>
        {builtInViews.map((view) => (
          <View
            key={view.name}
            name={view.name}
            count={countOf(view.filters)}
            isChosen={queryOf(view.filters) === query}
            onChoose={() => onChange(view.filters)}
          />
        ))}
        {views.map((view) => (
          <View
            key={view.name}
            name={view.name}
            count={countOf(viewFilters(view))}
            isChosen={view.query === query}
            onChoose={() => onChange(viewFilters(view))}
            onRemove={() => remove(view.name)}
          />
        ))}
        {!isNamed.includes(query) && !isFull && (
          <SaveView key={query} onSave={(name) => save(name, filters)} />
        )}
      </div>
      <Button
        className={styles.toggle}
        variant="line"
        aria-expanded={isFilterOpen}
        leftSection={<Icon name="filter" size="s" />}
        rightSection={<Key>F</Key>}
        onClick={onToggleFilter}
      >
        {filterCount > 0 ? `${texts.filter} (${filterCount})` : texts.filter}
      </Button>
      {isFilterOpen && <FilterFields {...props} />}
    </div>
  )
}

type ViewProps = {
  name: string
  count: number
  isChosen: boolean
  onChoose: () => void
  onRemove?: () => void
}

function View({ name, count, isChosen, onChoose, onRemove }: ViewProps) {
  return (
    <span className={styles.view} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <span>{`${name} `}</span>
        <span className={styles.count}>{count}</span>
      </button>
      {onRemove && isChosen && (
        <button type="button" aria-label={texts.removeView(name)} onClick={onRemove}>
          <Icon name="close" size="xs" />
        </button>
      )}
    </span>
  )
}

const maxNameLength = 30

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState<string>()
  if (name === undefined) {
    return (
      <button type="button" className={styles.saveView} onClick={() => setName('')}>
        <Icon name="plus" size="s" />
        <span>{texts.saveView}</span>
      </button>
    )
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const words = name?.trim()
    if (words) onSave(words)
  }
  return (
    <form className={styles.naming} onSubmit={submit}>
      <input
        aria-label={texts.viewName}
        placeholder={texts.viewName}
        maxLength={maxNameLength}
        required
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setName(undefined)
        }}
      />
      <Button type="submit" size="s">
        {texts.save}
      </Button>
      <Button size="s" variant="quiet" onClick={() => setName(undefined)}>
        {texts.cancel}
      </Button>
    </form>
  )
}

const withoutEmpty = (filters: Record<string, unknown>): BoardFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value)))

function FilterFields({ filters, onChange, warehouses, riders, firstField }: Props) {
  const set = (change: { [Field in keyof BoardFilters]?: BoardFilters[Field] | '' | false }) =>
    onChange(withoutEmpty({ ...filters, ...change }))
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.hidden}>{texts.filters}</legend>
      <label>
        <span>{texts.warehouse}</span>
        <select
          ref={firstField}
          value={filters.warehouse ?? ''}
          onChange={({ target }) => set({ warehouse: target.value })}
        >
          <option value="">{texts.allWarehouses}</option>
          {warehouses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{texts.payment}</span>
        <select
          value={filters.payment ?? ''}
          onChange={({ target }) =>
            set({ payment: payments.find((name) => name === target.value) ?? '' })
          }
        >
          <option value="">{texts.anyPayment}</option>
          {payments.map((name) => (
            <option key={name} value={name}>
              {texts.payments[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{texts.rider}</span>
        <select value={filters.rider ?? ''} onChange={({ target }) => set({ rider: target.value })}>
          <option value="">{texts.anyRider}</option>
          <option value={noRider}>{texts.noRider}</option>
          {riders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.box}>
        <input
          type="checkbox"
          checked={filters.isLate ?? false}
          onChange={({ target }) => set({ isLate: target.checked || '' })}
        />
        <span>{texts.onlyLate}</span>
      </label>
      <label className={styles.box}>
        <input
          type="checkbox"
          checked={filters.isTrial ?? false}
          onChange={({ target }) => set({ isTrial: target.checked || '' })}
        />
        <span>{texts.onlyTrial}</span>
      </label>
      <Button variant="quiet" onClick={() => onChange({})}>
        {texts.clearFilters}
      </Button>
    </fieldset>
  )
}
