import { useState } from 'react'
import useSWR from 'swr'

import type { Place, PlaceSuggestion } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { toastFailure } from '#platform/toasts.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { PlaceRow } from './PlaceRow.tsx'
import styles from './PlaceSearch.module.css'
import { googlePrefix } from './ownPlaces.ts'
import { usePlaces } from './usePlaces.ts'

const shortest = 2
type Found = { words: string; suggestions: PlaceSuggestion[] }
const couldNotRead = toastFailure('Failed to get place details from google maps api.')

/** A place by its name: suggestions once the typing rests, and the place that is tapped. */
export function PlaceSearch({ onFound }: { onFound: (place: Place) => void }) {
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), rules.address.typingPauseMs)
  const isAsked = words.length >= shortest && typed.trim() !== ''
  const places = usePlaces()
  const { data, error, isValidating } = useSWR<Found, Error>(
    isAsked ? ['places', places.source, words] : null,
    async () => ({ words, suggestions: await places.search(words) }),
    { keepPreviousData: true },
  )
  // While the next letter is looked up, what was found for the letters before it stays.
  const isOfTheseWords = data && (words.startsWith(data.words) || data.words.startsWith(words))
  const shown = isAsked && isOfTheseWords ? data.suggestions : undefined

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
        {isAsked && statusText({ shown, isSearching: isValidating, hasFailed: Boolean(error) })}
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
                void places.read(_id).then(onFound, () => {
                  // The search begins again, with the store's own places.
                  setTyped(text)
                  return couldNotRead()
                })
              }}
            />
          ))}
        </ul>
      )}
      {shown?.some(({ _id }) => _id.startsWith(googlePrefix)) && (
        <p className={styles.source} translate="no">
          Google Maps
        </p>
      )}
    </div>
  )
}

type Progress = {
  shown: PlaceSuggestion[] | undefined
  isSearching: boolean
  hasFailed: boolean
}

/** What the list itself does not say. */
function statusText({ shown, isSearching, hasFailed }: Progress): string {
  if (shown?.length) return ''
  if (isSearching) return 'Searching...'
  if (hasFailed) return "We couldn't search for places. Please check your connection and try again."
  return shown ? 'No places found. Check the spelling, or try your PIN code.' : ''
}
