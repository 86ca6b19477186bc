import { atom } from 'jotai'

import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

const schema = async () => (await import('./searchWords.ts')).SearchWords

/** What the shopper searched for lately, newest first. */
export const recentSearchesAtom = persistedAtom<string[]>('recent-searches', schema, [])

export const rememberSearchAtom = atom(null, (_get, set, words: string) =>
  set(recentSearchesAtom, (searches) => newestFirst(words, searches)),
)

export const forgetSearchesAtom = atom(null, (_get, set) => set(recentSearchesAtom, () => []))

export function newestFirst(words: string, searches: string[]): string[] {
  const others = searches.filter((search) => search.toLowerCase() !== words.toLowerCase())
  return [words, ...others].slice(0, rules.search.recentKept)
}
