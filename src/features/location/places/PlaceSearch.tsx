import { useState } from 'react'
import useSWR from 'swr'

import type { Place, PlaceSuggestion } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { tellFailure } from '#platform/tell.ts'
import { useDebounced } from '#platform/useDebounced.ts'
import { Icon } from '#ui/Icon.tsx'
import { readPlace, searchPlaces } from './locationApi.ts'
import { PlaceRow } from './PlaceRow.tsx'
import styles from './PlaceSearch.module.css'

const shortest = 2
const couldNotRead = tellFailure('Failed to get place details from google maps api.')

/** A place by its name: suggestions once the typing rests, and the place that is tapped. */
export function PlaceSearch({ onFound }: { onFound: (place: Place) => void }) {
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), rules.address.typingPauseMs)
  const isAsked = words.length >= shortest && typed.trim() !== ''
  const { data: places } = useSWR<PlaceSuggestion[], Error>(
    isAsked ? ['places', words] : null,
    () => searchPlaces(words),
    { keepPreviousData: true },
  )
  const shown = isAsked ? places : undefined

  return (
    <div className={styles.search}>
      <div className={styles.field}>
        <Icon name="search" size="s" />
        <input
          className={styles.input}
          type="search"
          placeholder="Enter your location"
          aria-label="Enter your location"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p className={styles.count} role="status">
        {shown && (shown.length === 0 ? 'No place of this name is known' : '')}
      </p>
      {shown && shown.length > 0 && (
        <ul className={styles.list} aria-label="Places">
          {shown.map(({ _id, text, secondary }) => (
            <PlaceRow
              key={_id}
              icon="pin"
              name={text}
              note={secondary}
              onChoose={() => {
                setTyped('')
                void readPlace(_id).then(onFound, couldNotRead)
              }}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
