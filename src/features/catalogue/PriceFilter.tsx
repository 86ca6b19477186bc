import { useState } from 'react'

import type { Filters } from '#contract/catalogue/listing.ts'
import { Field } from '#ui/forms/Field.tsx'
import type { ListChange } from './listAddress.ts'
import styles from './PriceFilter.module.css'
import { PriceRange } from './PriceRange.tsx'
import { limitOf, priceScaleOf } from './priceScale.ts'

type Props = {
  filters: Filters
  min: string | undefined
  max: string | undefined
  onChange: (change: ListChange) => void
}

type Prices = { from: string; to: string }
/** What is being chosen, and what held when that began: once something else holds, it is over. */
type Draft = Prices & { given: Prices }

/** From what to what it may cost: dragged, or typed to the rupee. */
export function PriceFilter({ filters, min, max, onChange }: Props) {
  const { lowest, highest } = priceScaleOf(filters)
  const given = { from: min ?? String(lowest), to: max ?? String(highest) }
  const [draft, setDraft] = useState<Draft>({ ...given, given })
  const isCurrent = draft.given.from === given.from && draft.given.to === given.to
  const { from, to } = isCurrent ? draft : given
  const setFrom = (value: string) => setDraft({ from: value, to, given })
  const setTo = (value: string) => setDraft({ from, to: value, given })

  function settle() {
    const [low, high] = Number(from) > Number(to) ? [to, from] : [from, to]
    const change = { min: limitOf(low, lowest), max: limitOf(high, highest) }
    if (change.min !== min || change.max !== max) onChange(change)
  }

  return (
    <div className={styles.price}>
      <PriceRange
        scale={{ lowest, highest }}
        from={Number(from)}
        to={Number(to)}
        onFrom={(rupees) => setFrom(String(rupees))}
        onTo={(rupees) => setTo(String(rupees))}
        onSettle={settle}
      />
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          settle()
        }}
        onBlur={settle}
      >
        <Field
          label="From"
          prefix="₹"
          inputMode="numeric"
          value={from}
          onChange={({ target }) => setFrom(digitsOf(target.value))}
        />
        <Field
          label="To"
          prefix="₹"
          inputMode="numeric"
          value={to}
          onChange={({ target }) => setTo(digitsOf(target.value))}
        />
        <button type="submit" hidden>
          Apply price
        </button>
      </form>
    </div>
  )
}

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 7)
