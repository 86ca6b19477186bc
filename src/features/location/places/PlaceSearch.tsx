import { useState } from 'react'
import useSWR from 'swr'

import type { Place, PlaceSuggestion } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { toastFailure } from '#platform/toasts.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { googlePrefix } from './locationApi.ts'
import styles from './PlaceSearch.module.css'
import { usePlaces } from './usePlaces.ts'

const minQueryLength = 2
type Found = { words: string; suggestions: PlaceSuggestion[] }
const couldNotRead = () => toastFailure('Failed to get place details from google maps api.')

type PlaceSearchProps = {
  onFound: (place: Place) => void
  /** Suggestions cover what is below, such as a map, instead of moving it. */
  isOverContent?: boolean
}

/** Searches for a place by name: suggestions while typing, and the chosen place. */
export function PlaceSearch({ onFound, isOverContent }: PlaceSearchProps) {
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), rules.address.typingPauseMs)
  const hasQuery = words.length >= minQueryLength && typed.trim() !== ''
  const places = usePlaces()
  const { data, error, isValidating } = useSWR<Found, Error>(
    hasQuery ? ['places', places.source, words] : null,
    async () => ({ words, suggestions: await places.search(words) }),
    { keepPreviousData: true },
  )
  // Earlier suggestions stay while the next ones load.
  const isRelated = data && (words.startsWith(data.words) || data.words.startsWith(words))
  const shown = hasQuery && isRelated ? data.suggestions : undefined

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
      <div className={styles.results} data-over={isOverContent || undefined}>
        <p className={styles.count} role="status">
          {hasQuery && statusText({ shown, isSearching: isValidating, hasFailed: Boolean(error) })}
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
                    // Searches again, in the store's gazetteer.
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
    </div>
  )
}

type Progress = {
  shown: PlaceSuggestion[] | undefined
  isSearching: boolean
  hasFailed: boolean
}

/** A status message for screen readers. */
function statusText({ shown, isSearching, hasFailed }: Progress): string {
  if (shown?.length) return ''
  if (isSearching) return 'Searching...'
  if (hasFailed) return 'We couldn’t search for places. Please check your connection and try again.'
  return shown ? 'No places found. Check the spelling, or try your PIN code.' : ''
}

type Props = { icon: string; name: string; note: string; onChoose: () => void }

/** A place in a list, with name and region. */
export function PlaceRow({ icon, name, note, onChoose }: Props) {
  return (
    <li>
      <button type="button" className={styles.place} onClick={onChoose}>
        <Icon name={icon} />
        <span>
          <b>{name}</b> <small>{note}</small>
        </span>
      </button>
    </li>
  )
}
