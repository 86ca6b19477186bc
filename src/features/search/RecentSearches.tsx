import { useAtomValue, useSetAtom } from 'jotai'

import { Chip } from '#ui/Chip.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import { forgetSearchesAtom, recentSearchesAtom } from './recentSearches.ts'
import styles from './RecentSearches.module.css'

/** What was searched for on this device; a tap searches again. */
export function RecentSearches({ onSearch }: { onSearch: (words: string) => void }) {
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
