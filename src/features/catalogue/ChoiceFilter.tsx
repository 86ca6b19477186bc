import { useState } from 'react'

import { Checkbox } from '#ui/Checkbox.tsx'
import { TextButton } from '#ui/TextButton.tsx'

type Props = {
  choices: { _id: string; name: string }[]
  chosen: string[]
  onToggle: (id: string) => void
}

/** How many stand there before the rest is asked for. */
const shownAtFirst = 6

/** Names with a box before each; a long list is cut until more of it is wanted. */
export function ChoiceFilter({ choices, chosen, onToggle }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = choices.filter(
    ({ _id }, place) => isWhole || place < shownAtFirst || chosen.includes(_id),
  )
  const hidden = choices.length - shown.length

  return (
    <>
      {shown.map(({ _id, name }) => (
        <Checkbox key={_id} checked={chosen.includes(_id)} onChange={() => onToggle(_id)}>
          {name}
        </Checkbox>
      ))}
      {hidden > 0 && <TextButton onClick={() => setIsWhole(true)}>Show {hidden} more</TextButton>}
    </>
  )
}
