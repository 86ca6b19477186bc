import { useLayoutEffect, useRef, useState } from 'react'

import type { Filters } from '#contract/catalogue/listing.ts'
import { Field } from '#ui/forms/Fields.tsx'
import { moneyText } from '#ui/text/Price.tsx'
import type { ListChange } from '#features/catalogue/listing/listUrl.ts'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './PriceFilter.module.css'

type Props = {
  filters: Filters
  min: string | undefined
  max: string | undefined
  onChange: (change: ListChange) => void
}

type Prices = { from: string; to: string }
/** A draft is dropped when the active price changes. */
type Draft = Prices & { activeRange: Prices }

/** The price range: dragged in steps, or typed to the rupee. */
export function PriceFilter({ filters, min, max, onChange }: Props) {
  const { lowest, highest } = priceScaleOf(filters)
  const activeRange = { from: min ?? String(lowest), to: max ?? String(highest) }
  const [draft, setDraft] = useState<Draft>({ ...activeRange, activeRange })
  const isCurrent =
    draft.activeRange.from === activeRange.from && draft.activeRange.to === activeRange.to
  const { from, to } = isCurrent ? draft : activeRange
  const setFrom = (value: string) => setDraft({ from: value, to, activeRange })
  const setTo = (value: string) => setDraft({ from, to: value, activeRange })

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
        <RupeeField label="From" value={from} onChange={setFrom} />
        <RupeeField label="To" value={to} onChange={setTo} />
        <button type="submit" hidden>
          Apply price
        </button>
      </form>
    </div>
  )
}

type RupeeFieldProps = { label: string; value: string; onChange: (digits: string) => void }

/** Whole rupees, grouped as in 1,29,999 unless they are being typed: the cursor would jump. */
function RupeeField({ label, value, onChange }: RupeeFieldProps) {
  const [isTyped, setIsTyped] = useState(false)
  const focused = useRef<HTMLInputElement>(null)
  // Without its groups the text is another one, and loses the selection that a tab into the field makes.
  useLayoutEffect(() => {
    if (isTyped) focused.current?.select()
  }, [isTyped])
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value))
  return (
    <Field
      label={label}
      prefix="₹"
      inputMode="numeric"
      value={isTyped || !isNumber ? value : numberText(Number(value))}
      onFocus={({ target }) => {
        focused.current = target
        setIsTyped(true)
      }}
      onBlur={() => setIsTyped(false)}
      onChange={({ target }) => onChange(digitsOf(target.value))}
    />
  )
}

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 7)

type PriceRangeProps = {
  scale: { lowest: number; highest: number }
  from: number
  to: number
  onFrom: (rupees: number) => void
  onTo: (rupees: number) => void
  /** Called when the handle is released. */
  onSettle: () => void
}

/** Two handles on one track, dragged or moved by arrow keys. They cannot cross. */
function PriceRange({ scale: { lowest, highest }, from, to, ...calls }: PriceRangeProps) {
  const { onFrom, onTo, onSettle } = calls
  const within = (rupees: number) => Math.min(Math.max(rupees, lowest), highest)
  const percent = (rupees: number) => ((within(rupees) - lowest) / (highest - lowest)) * 100
  const handle = { min: lowest, max: highest, step: priceStep, className: styles.handle }
  const settling = { onPointerUp: onSettle, onBlur: onSettle }

  return (
    <div className={styles.range}>
      <svg
        className={styles.line}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles.whole} width="100" height="4" />
        <rect
          className={styles.part}
          x={percent(from)}
          width={Math.max(percent(to) - percent(from), 0)}
          height="4"
        />
      </svg>
      <input
        {...handle}
        {...settling}
        type="range"
        aria-label="Lowest price"
        aria-valuetext={moneyText(within(from))}
        value={within(from)}
        onChange={({ target }) => onFrom(Math.min(Number(target.value), within(to)))}
      />
      <input
        {...handle}
        {...settling}
        type="range"
        aria-label="Highest price"
        aria-valuetext={moneyText(within(to))}
        value={within(to)}
        onChange={({ target }) => onTo(Math.max(Number(target.value), within(from)))}
      />
    </div>
  )
}

/** Dragged prices are multiples of 100; typed ones can be any. */
const priceStep = 100

/** The ends of the track. */
function priceScaleOf({ min_price, max_price }: Filters) {
  const lowest = Math.floor(min_price / priceStep) * priceStep
  return {
    lowest,
    highest: Math.max(Math.ceil(max_price / priceStep) * priceStep, lowest + priceStep),
  }
}

/** A typed limit in whole rupees; undefined where it equals the end of the track. */
function limitOf(typed: string, end: number): string | undefined {
  const rupees = Math.round(Number(typed))
  if (!typed.trim() || !Number.isFinite(rupees) || rupees < 0 || rupees === end) return undefined
  return String(rupees)
}
