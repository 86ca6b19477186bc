import { useSetAtom, atom } from 'jotai'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'

import { suggestionsRead } from '#contract/api/reads.ts'
import { searchTermOf } from '#contract/catalogue/listQuery.ts'
import type { Suggestion } from '#contract/catalogue/listing.ts'
import { paths, productPath, searchPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { fetchRead } from '#platform/api/reads/reads.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './SearchBox.module.css'

/** Imported once the page is idle; nobody has typed before that. */
const loadSuggestions = () => import('./SuggestionList.tsx')

type SearchFieldProps = { term: string; look: 'header' | 'page'; hasAutoFocus: boolean | undefined }

/** A combobox: arrow keys move through the suggestions, Enter opens the active one. */
function SearchField({ term, look, hasAutoFocus }: SearchFieldProps) {
  const [typed, setTyped] = useState(term)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const remember = useSetAtom(addRecentSearchAtom)
  const navigate = useNavigate()
  const { suggestions, hasNone } = useSuggestions(isOpen ? typed : '')
  const hasList = isOpen && suggestions.length > 0
  const words = typed.trim()
  const { module: list } = useDeferredImport(loadSuggestions, hasList)
  useEffect(() => {
    if (hasAutoFocus) input.current?.focus()
  }, [hasAutoFocus])
  // Text typed before hydration.
  useLayoutEffect(() => {
    const typedBefore = input.current?.value
    if (!typedBefore || typedBefore === term) return
    setTyped(typedBefore)
    setIsOpen(true)
  }, [term])

  function leaveFor(path: string) {
    if (words) void remember(words)
    setIsOpen(false)
    setActive(-1)
    input.current?.blur()
    void navigate(path)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hasList) {
      event.preventDefault()
      // The arrow keys also return to the field itself.
      const stops = suggestions.length + 1
      setActive((previous) => ((previous + 1 + step + stops) % stops) - 1)
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setIsOpen(false)
      setActive(-1)
    }
  }

  return (
    <form
      className={styles.search}
      data-look={look}
      role="search"
      action={paths.search}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = hasList ? suggestions[active] : undefined
        if (chosen) leaveFor(pathOf(chosen))
        else if (words) leaveFor(searchPath(words))
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (look === 'header' && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <Icon name="search" size="s" />
      <input
        ref={input}
        className={styles.input}
        type="search"
        name="q"
        role="combobox"
        aria-label="Search"
        aria-expanded={hasList && list !== undefined}
        aria-controls={hasList && list ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hasList && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Search for kurtas, brands, colours"
        maxLength={rules.search.maxLength}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(-1)
          setIsOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {hasList && list && (
        <list.SuggestionList
          id={listId}
          look={look}
          words={words}
          suggestions={suggestions}
          active={active}
          onChoose={(chosen) => leaveFor(pathOf(chosen))}
          onSearch={() => leaveFor(searchPath(words))}
        />
      )}
      {look === 'page' && hasNone && (
        <p className={styles.none} role="status">
          {`No suggestions for “${words}”. Tap Search to search all items.`}
        </p>
      )}
    </form>
  )
}

type Props = {
  /** On the search page suggestions push the content down instead of covering it. */
  look?: 'header' | 'page'
  /** Focuses the field when it appears. */
  hasAutoFocus?: boolean
}

/** The search field of the header and the search page, where it shows the current term. */
export function SearchBox({ look = 'header', hasAutoFocus }: Props) {
  const { pathname } = useLocation()
  const words = useSearchTerm()
  const term = pathname === paths.search ? words : ''
  // The key resets the field for another search.
  return <SearchField key={term} term={term} look={look} hasAutoFocus={hasAutoFocus} />
}

const { typingPauseMs, suggestions: shownCount } = rules.search

const pathOf = (suggestion: Suggestion) =>
  '_id' in suggestion ? productPath(suggestion._id) : suggestion.path

type SuggestionState = {
  /** Completed searches and brands, then products. */
  suggestions: Suggestion[]
  /** The request succeeded without suggestions. */
  hasNone: boolean
}

/** Suggestions for `typed`, requested once the shopper stops typing. */
function useSuggestions(typed: string): SuggestionState {
  const words = useDebouncedTerm(typed.trim())
  const pendingRequest = useRef<AbortController>(null)
  const { data, isLoading } = useSWR(
    words ? suggestionsRead(words) : null,
    (read) => {
      pendingRequest.current?.abort()
      pendingRequest.current = new AbortController()
      return fetchRead(read, pendingRequest.current.signal)
    },
    { keepPreviousData: true, shouldRetryOnError: false, revalidateIfStale: false },
  )
  const result = words ? data?.result : undefined
  const suggestions = result && [...(result.terms ?? []), ...result.data.slice(0, shownCount)]
  const isLoaded = suggestions !== undefined && !isLoading && words === typed.trim()
  return { suggestions: suggestions ?? [], hasNone: isLoaded && suggestions.length === 0 }
}

/** The text when typing last paused; emptied at once. */
function useDebouncedTerm(words: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), words ? typingPauseMs : 0)
    return () => clearTimeout(timer)
  }, [words])
  return words && debounced
}

async function schema() {
  const { array, string } = await import('valibot')
  return array(string())
}

/** Recent searches on this device, newest first. */
export const recentSearchesAtom = persistedAtom<string[]>('recent-searches', schema, [])

const addRecentSearchAtom = atom(null, (_get, set, words: string) =>
  set(recentSearchesAtom, (searches) => addSearch(words, searches)),
)

export const clearRecentSearchesAtom = atom(null, (_get, set) => set(recentSearchesAtom, () => []))

export function addSearch(words: string, searches: string[]): string[] {
  const others = searches.filter((search) => search.toLowerCase() !== words.toLowerCase())
  return [words, ...others].slice(0, rules.search.maxRecent)
}

/** The search term in the URL; empty if there is none. */
export function useSearchTerm(): string {
  const [params] = useSearchParams()
  return searchTermOf({ q: params.get('q') ?? '' })
}
