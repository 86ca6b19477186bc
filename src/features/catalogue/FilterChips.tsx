import { Chip } from '#ui/forms/Chip.tsx'
import { TextButton } from '#ui/forms/TextButton.tsx'
import type { ActiveFilter } from './activeFilters.ts'
import styles from './FilterChips.module.css'
import type { ListChange } from './listAddress.ts'

type Props = {
  filters: ActiveFilter[]
  onRemove: (removal: ListChange) => void
  onClear: () => void
}

/** The filters that hold; a tap takes one away. */
export function FilterChips({ filters, onRemove, onClear }: Props) {
  if (filters.length === 0) return null
  return (
    <div className={styles.chips} role="group" aria-label="Chosen filters">
      {filters.map(({ text, removal }) => (
        <Chip
          key={text}
          isRemovable
          aria-label={`Remove filter ${text}`}
          onClick={() => onRemove(removal)}
        >
          {text}
        </Chip>
      ))}
      <TextButton onClick={onClear}>Clear all</TextButton>
    </div>
  )
}
