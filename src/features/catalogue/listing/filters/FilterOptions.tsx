import { useState } from 'react'

import type { Read } from '#contract/api/reads.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { TextButton } from '#ui/forms/Button.tsx'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './FilterPanel.module.css'

/** The options of a filter with their counts, of which several or one can be chosen. */

/** Dims an option without products. It can be chosen all the same, because counts can be a day old. */
export const isEmpty = (count: number | undefined) => count === 0 || undefined

/** The number of products of an option; empty until it is known. */
export const CountText = ({ count }: { count: number | undefined }) => (
  <span className={styles.count} aria-hidden="true">
    {count !== undefined && numberText(count)}
  </span>
)

type FilterOption = { _id: string; name: string }

type CheckboxFilterProps = {
  options: FilterOption[]
  /** The number of products of each option, by its id. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (id: string) => void
  /** The read that finds further options by name, if there are more than these. */
  readByName?: ((name: string) => Read<'readFilters'>) | undefined
}

/** Options shown before "Show more", and the number from which they can be searched. */
const shownAtFirst = 6
const searchedFrom = 20

/** Not in the first view: it is imported when a long list is opened. */
const loadSearch = () => import('./OptionSearch.tsx')

/** A checkbox per option; a long list is cut until the shopper opens it. */
export function CheckboxFilter({
  options,
  counts,
  chosen,
  onToggle,
  readByName,
}: CheckboxFilterProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { module } = useDeferredImport(loadSearch, isWhole && options.length >= searchedFrom)
  const shown = options.filter(
    ({ _id }, index) => isWhole || chosen.includes(_id) || index < shownAtFirst,
  )
  const hidden = options.length - shown.length
  const list = (listed: FilterOption[], countsOfListed: CheckboxFilterProps['counts']) => (
    <div className={styles.options} data-whole={isWhole || undefined}>
      {listed.map(({ _id, name }) => (
        <Checkbox
          key={_id}
          checked={chosen.includes(_id)}
          onChange={() => onToggle(_id)}
          data-empty={isEmpty(countsOfListed?.[_id])}
        >
          <span>{name}</span>
          <CountText count={countsOfListed?.[_id]} />
        </Checkbox>
      ))}
    </div>
  )

  if (module && isWhole) {
    return <module.OptionSearch {...{ options, counts, chosen, readByName }} render={list} />
  }
  return (
    <>
      {list(shown, counts)}
      {hidden > 0 && (
        <TextButton onClick={() => setIsWhole(true)}>{`Show ${hidden} more`}</TextButton>
      )}
    </>
  )
}

type StepFilterProps = {
  /** Lower limits, one of which can be chosen. */
  steps: number[]
  counts?: Record<string, number> | undefined
  textOf: (step: number) => string
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

export function StepFilter({ steps, counts, textOf, chosen, onChoose }: StepFilterProps) {
  return steps.map((step) => {
    const value = String(step)
    return (
      <Checkbox
        key={step}
        checked={chosen === value}
        onChange={() => onChoose(chosen === value ? undefined : value)}
        data-empty={isEmpty(counts?.[value])}
      >
        <span>{textOf(step)}</span>
        <CountText count={counts?.[value]} />
      </Checkbox>
    )
  })
}
