import { atom } from 'jotai'
import { useSearchParams } from 'react-router-dom'

import { searchTermOf } from '#contract/catalogue/listQuery.ts'
import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

async function schema() {
  const { array, string } = await import('valibot')
  return array(string())
}

/** Recent searches on this device, newest first. */
export const recentSearchesAtom = persistedAtom<string[]>('recent-searches', schema, [])

export const addRecentSearchAtom = atom(null, (_get, set, words: string) =>
  set(recentSearchesAtom, (searches) => newestFirst(words, searches)),
)

export const clearRecentSearchesAtom = atom(null, (_get, set) => set(recentSearchesAtom, () => []))

export function newestFirst(words: string, searches: string[]): string[] {
  const others = searches.filter((search) => search.toLowerCase() !== words.toLowerCase())
  return [words, ...others].slice(0, rules.search.recentKept)
}

/** The search term in the URL; empty if there is none. */
export function useSearchTerm(): string {
  const [params] = useSearchParams()
  return searchTermOf({ q: params.get('q') ?? '' })
}
