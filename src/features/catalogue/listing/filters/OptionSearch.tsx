import { useState } from 'react'

import type { Read } from '#contract/api/reads.ts'
import * as rules from '#contract/rules.ts'
import { useOptionalReadState } from '#platform/api/reads/reads.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { TextButton } from '#ui/forms/Button.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './OptionSearch.module.css'

type FilterOption = { _id: string; name: string }
type Counts = Record<string, number> | undefined

type Props = {
  options: FilterOption[]
  counts: Counts
  chosen: string[]
  /** The read that finds further options by name, if there are more than these. */
  readByName: ((name: string) => Read<'readFilters'>) | undefined
  render: (options: FilterOption[], counts: Counts) => Elements
}

/** The server is not asked for shorter names. */
const minLetters = 2

/**
 * Finds options of a long filter by their name. The filters of a large catalogue have only the most
 * frequent brands, so the server looks for further ones. Chosen ones are always shown.
 */
export function OptionSearch({ options, counts, chosen, readByName, render }: Props) {
  const [query, setQuery] = useState('')
  const name = query.trim().toLowerCase()
  const settledName = useDebounced(name, rules.search.typingPauseMs)
  const isSearched = readByName !== undefined && name.length >= minLetters
  const read = isSearched && settledName.length >= minLetters ? readByName(settledName) : null
  const { data, problem, retry } = useOptionalReadState(read)

  const isFound = (option: FilterOption) => option.name.toLowerCase().includes(name)
  const others = isSearched && settledName === name ? (data?.result.brands ?? []) : []
  const further = others.filter(({ _id }) => options.every((option) => option._id !== _id))
  const matching = options.filter(isFound)
  const chosenOthers = options.filter((option) => chosen.includes(option._id) && !isFound(option))
  const isSearching = isSearched && !problem && (settledName !== name || data === undefined)
  const isNothing = matching.length + further.length === 0

  function statusText(): string | undefined {
    if (isSearched && problem) return 'We couldn’t search all brands.'
    if (!isNothing) return undefined
    return isSearching ? 'Searching...' : `No results for “${query.trim()}”`
  }

  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label="Search by name"
        placeholder="Search by name"
        maxLength={rules.search.maxLength}
        autoComplete="off"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {render([...chosenOthers, ...matching, ...further], {
        ...data?.result.counts?.brands,
        ...counts,
      })}
      <p className={styles.status} role="status">
        {statusText()}
      </p>
      {isSearched && problem && <TextButton onClick={retry}>Try again</TextButton>}
    </>
  )
}
