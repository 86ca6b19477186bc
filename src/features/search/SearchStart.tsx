import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'

import { searchPath } from '#contract/paths.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { TextButton } from '#ui/forms/TextButton.tsx'
import { forgetSearchesAtom, recentSearchesAtom } from './recentSearches.ts'
import { SearchBox } from './SearchBox.tsx'
import styles from './SearchStart.module.css'

/** What was searched for on this device; a tap searches again. */
function RecentSearches({ onSearch }: { onSearch: (words: string) => void }) {
  const searches = useAtomValue(recentSearchesAtom)
  const forget = useSetAtom(forgetSearchesAtom)
  if (searches.length === 0) return null

  return (
    <section className={styles.recent}>
      <header className={styles.head}>
        <h2 className={styles.title}>Recent searches</h2>
        <TextButton onClick={() => void forget()}>Clear</TextButton>
      </header>
      <div className={styles.searches}>
        {searches.map((words) => (
          <Chip key={words} icon="clock" onClick={() => onSearch(words)}>
            {words}
          </Chip>
        ))}
      </div>
    </section>
  )
}

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
