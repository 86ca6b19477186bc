import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { categoriesRead, trendingSearchesRead } from '#contract/api/reads.ts'
import { categoryPath, searchPath } from '#contract/pages/paths.ts'
import { useAllCategories } from '#platform/api/reads/allCategories.ts'
import { useOptionalRead, useOptionalReadState } from '#platform/api/reads/reads.ts'
import { useIsReady } from '#platform/rendering/delayedState.ts'
import { Chip, ChipLink } from '#ui/forms/SelectionControls.tsx'
import { TextButton } from '#ui/forms/Button.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { clearRecentSearchesAtom, recentSearchesAtom, SearchBox } from './SearchBox.tsx'
import styles from './SearchHead.module.css'

/** Recent searches on this device; a tap repeats one. */
function RecentSearches({ onSearch }: { onSearch: (words: string) => void }) {
  const searches = useAtomValue(recentSearchesAtom)
  const forget = useSetAtom(clearRecentSearchesAtom)
  if (searches.length === 0) return null

  return (
    <section className={styles.section}>
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

/** Categories do not wait longer for the trending searches above them. */
const maxWaitMs = 800

/** Ideas for another search, below one without results. */
export function NoResultsIdeas() {
  return (
    <div className={styles.below}>
      <SearchIdeas />
    </div>
  )
}

/** Trending searches, and popular categories. */
function SearchIdeas() {
  const { data, isLoading } = useOptionalReadState(trendingSearchesRead)
  const isReady = useIsReady(!isLoading, maxWaitMs)
  return isReady ? <SearchIdeaLists trending={data?.result.data} /> : null
}

/** Trending searches that arrive late are below the categories, so that nothing moves. */
function SearchIdeaLists({ trending }: { trending: string[] | undefined }) {
  const [arrivedInTime] = useState(trending !== undefined)
  const searches = <TrendingSearches searches={trending ?? []} />
  return (
    <>
      {arrivedInTime && searches}
      <PopularCategories />
      {!arrivedInTime && searches}
    </>
  )
}

function TrendingSearches({ searches }: { searches: string[] }) {
  if (searches.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>Trending searches</h2>
      <ul className={styles.searches}>
        {searches.map((words) => (
          <li key={words}>
            <ChipLink to={searchPath(words)} icon="search">
              {words}
            </ChipLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxPerGender = 6

function PopularCategories() {
  const all = useOptionalRead(categoriesRead)?.result.data ?? []
  // The first document has the categories without photos.
  useAllCategories()
  const categories = (['WOMEN', 'MEN'] as const).flatMap((name) =>
    all.filter(({ gender }) => gender[0]?.name === name).slice(0, maxPerGender),
  )
  if (categories.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>Popular categories</h2>
      <ul className={styles.categories}>
        {categories.map(({ _id, name, photo, gender }) => (
          <li key={_id}>
            <Link className={styles.category} to={categoryPath(_id)}>
              {photo ? (
                <ProductImage src={photo} tint={0} sizes="3rem" />
              ) : (
                <span className={styles.noPhoto} />
              )}
              <span className={styles.name}>
                <span>{name}</span>{' '}
                <span className={styles.genders}>
                  {gender.map((entry) => (entry.name === 'MEN' ? 'Men' : 'Women')).join(' and ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  /** There is no search yet: on a phone the keyboard opens. */
  isBlank: boolean
  /** Words without a match, which the list dropped. */
  leftOut?: string[]
}

/** The top of the search page: the search field, where the header has none, and recent searches. */
export function SearchHead({ isBlank, leftOut = [] }: Props) {
  const navigate = useNavigate()
  return (
    <div className={styles.start}>
      <div className={styles.field}>
        <SearchBox look="page" hasAutoFocus={isBlank} />
      </div>
      {isBlank && <p className={styles.hint}>Search for products, brands or colours.</p>}
      {leftOut.length > 0 && (
        <p className={styles.leftOut}>
          {`No results for ${leftOut.map((word) => `“${word}”`).join(', ')}. Showing results for the rest of your search.`}
        </p>
      )}
      {isBlank && (
        <>
          <RecentSearches onSearch={(words) => void navigate(searchPath(words))} />
          <SearchIdeas />
        </>
      )}
    </div>
  )
}
