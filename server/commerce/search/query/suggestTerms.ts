import type { SuggestedTerm } from '#contract/catalogue/listing.ts'
import { brandPath, searchPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import type { CatalogueSnapshot } from '#server/commerce/search/index/catalogueSnapshot.ts'
import {
  completeSynonym,
  similarGarments,
  singular,
  synonyms,
  wordsOfText,
} from '#contract/search/words.ts'

const maxTerms = rules.search.terms

/**
 * Categories and brands whose name has a word that begins with what is being typed; the words before
 * it stay: "red sar" suggests "red sarees". Names that start with it come first.
 */
export function suggestTerms({ dictionary }: CatalogueSnapshot, search: string): SuggestedTerm[] {
  const typed = wordsOfText(search)
  const last = typed.at(-1)
  if (last === undefined) return []
  const synonym = synonyms.get(completeSynonym(last) ?? last)
  const candidates = [last, synonym, ...(similarGarments.get(synonym ?? last) ?? [])].filter(
    (word) => word !== undefined,
  )
  const prefixes = candidates.flatMap((word) => [word, singular(word)])
  const startsName = (word: string) => prefixes.some((prefix) => word.startsWith(prefix))
  const allBefore = search.trim().split(/\s+/u).slice(0, -1)
  const bestTerms = new Map<string, { term: SuggestedTerm; rank: number }>()
  for (const { kind, id, name, words } of dictionary.entries) {
    const at = words.findIndex(startsName)
    if (at < 0) continue
    const isBrand = kind === 'brand'
    const before = withoutStartOf(words.slice(0, at), allBefore).join(' ')
    // The same name for men and women is one search; the words typed before are kept for categories.
    const text = isBrand || before === '' ? name : `${before} ${name.toLowerCase()}`
    const key = text.toLowerCase()
    const rank = at * 4 + { category: 0, brand: 1, subcategory: 2 }[kind]
    const best = bestTerms.get(key)
    if (best && best.rank <= rank) continue
    const term: SuggestedTerm =
      isBrand && allBefore.length === 0
        ? { kind: 'brand', text, path: brandPath(id) }
        : { kind: isBrand ? 'brand' : 'category', text, path: searchPath(text) }
    bestTerms.set(key, { term, rank })
  }
  return [...bestTerms.values()]
    .sort((left, right) => left.rank - right.rank)
    .slice(0, maxTerms)
    .map(({ term }) => term)
}

/** The words typed before a name, without those that begin it: "red silk sar" for "silk sarees". */
function withoutStartOf(start: string[], typed: string[]): string[] {
  for (let length = Math.min(start.length, typed.length); length > 0; length--) {
    const end = typed.slice(-length).map((word) => word.toLowerCase())
    if (end.every((word, at) => word === start[at])) return typed.slice(0, -length)
  }
  return typed
}
