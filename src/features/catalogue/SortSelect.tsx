import { Select } from '#ui/forms/Select.tsx'

type Props = {
  /** `asc`, `desc`, or undefined for the store's own order. */
  value: string | undefined
  isLabelHidden?: boolean
  onChoose: (sort: string | undefined) => void
}

const choices = [
  { value: '', text: 'Recommended' },
  { value: 'asc', text: 'Price Low to High' },
  { value: 'desc', text: 'Price High to Low' },
]

export function SortSelect({ value, isLabelHidden, onChoose }: Props) {
  return (
    <Select
      label="Sort"
      isLabelHidden={isLabelHidden}
      choices={choices}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      onChoose={(sort) => onChoose(sort || undefined)}
    />
  )
}
