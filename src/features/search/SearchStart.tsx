import { useNavigate } from 'react-router-dom'

import { searchPath } from '#contract/paths.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './SearchStart.module.css'

type Props = {
  /** Nothing was asked yet: on a phone the keyboard comes at once. */
  isBlank: boolean
  /** What of the words nothing has, so that the list is shown without. */
  leftOut?: string[]
}

/** The head of the search page: the field, where the header has none, and what was asked lately. */
export function SearchStart({ isBlank, leftOut = [] }: Props) {
  const navigate = useNavigate()
  return (
    <div className={styles.start}>
      <div className={styles.field}>
        <SearchBox look="page" isReady={isBlank} />
      </div>
      {isBlank && <p className={styles.hint}>Look for a garment, a brand or a colour.</p>}
      {leftOut.length > 0 && (
        <p className={styles.leftOut}>
          Nothing for {leftOut.map((word) => `“${word}”`).join(', ')}: shown without.
        </p>
      )}
      {isBlank && <RecentSearches onSearch={(words) => void navigate(searchPath(words))} />}
    </div>
  )
}
