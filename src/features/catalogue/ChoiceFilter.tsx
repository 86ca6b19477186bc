import { useState } from 'react'

import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { numberText } from '#ui/text/numberText.ts'
import { TextButton } from '#ui/forms/TextButton.tsx'
import styles from './ChoiceFilter.module.css'

type Props = {
  choices: { _id: string; name: string }[]
  /** How many products each has, by its id. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (id: string) => void
}

/** How many stand there before the rest is asked for, and from how many on one looks for a name. */
const shownAtFirst = 6
const searchedFrom = 20

/** Names with a box before each; a long list is cut until more of it is wanted. */
export function ChoiceFilter({ choices, counts, chosen, onToggle }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const [sought, setSought] = useState('')
  const isFound = (name: string) => name.toLowerCase().includes(sought.trim().toLowerCase())
  const shown = choices.filter(
    ({ _id, name }, place) =>
      chosen.includes(_id) || (isWhole ? isFound(name) : place < shownAtFirst),
  )
  const hidden = choices.length - shown.length

  return (
    <>
      {isWhole && choices.length >= searchedFrom && (
        <input
          type="search"
          className={styles.search}
          aria-label="Find a name"
          placeholder="Find a name"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <div className={styles.choices} data-whole={isWhole || undefined}>
        {shown.map(({ _id, name }) => (
          <Checkbox key={_id} checked={chosen.includes(_id)} onChange={() => onToggle(_id)}>
            {name}
            <span className={styles.count} aria-hidden="true">
              {counts?.[_id] !== undefined && numberText(counts[_id])}
            </span>
          </Checkbox>
        ))}
      </div>
      {!isWhole && hidden > 0 && (
        <TextButton onClick={() => setIsWhole(true)}>Show {hidden} more</TextButton>
      )}
    </>
  )
}
