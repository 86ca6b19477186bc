import { similarGarments, singular, synonyms, wordsOfText } from '#contract/search/words.ts'

/** What a phrase such as "kurta" or "alta studio" names in this store. */
type NamedIds = {
  categoryIds: string[]
  subcategoryIds: string[]
  brandIds: string[]
}

type Category = { id: string; name: string; aliases: string[] }
type Subcategory = Category & { categoryId: string }
type Brand = Category
type Catalogue = { categories: Category[]; subcategories: Subcategory[]; brands: Brand[] }

type GroupKind = 'category' | 'subcategory' | 'brand'

/** A category or brand that can be suggested while a shopper types. */
type DictionaryEntry = {
  kind: GroupKind
  id: string
  name: string
  /** The normalized words of the name. */
  words: string[]
}

export type Dictionary = {
  /** Finds a phrase by its words, in singular or plural. */
  find: (words: string[]) => NamedIds | undefined
  /** Finds the kinds of garment most similar to one that the store does not have. */
  findNearest: (word: string) => NamedIds | undefined
  /** The category of each subcategory. */
  categoryOf: Map<string, string>
  nameOf: (id: string) => string | undefined
  /** The id of a group into which the one with this id was merged; else the id itself. */
  currentIdOf: (kind: GroupKind, id: string) => string
  entries: DictionaryEntry[]
  /** The number of words of the longest name. */
  maxWords: number
}

/** Hoodie and hoodies, party and parties have one key. */
const keyOf = (words: string[]) =>
  words.map((word) => singular(word).replace(/(?:ie|y)$/, 'i')).join(' ')

/** The names of the store's categories and brands, as shoppers type them. */
export function createDictionary({ categories, subcategories, brands }: Catalogue): Dictionary {
  const byKey = new Map<string, NamedIds>()
  const names = new Map<string, string>()
  let maxWords = 1

  function add(words: string[], kind: keyof NamedIds, id: string): void {
    if (words.length === 0) return
    const key = keyOf(words)
    const named = byKey.get(key) ?? { categoryIds: [], subcategoryIds: [], brandIds: [] }
    if (!named[kind].includes(id)) named[kind].push(id)
    byKey.set(key, named)
    maxWords = Math.max(maxWords, words.length)
  }

  const subcategoryKeys = new Set<string>()
  for (const { id, name } of subcategories) {
    names.set(id, name)
    for (const words of [wordsOfText(name), ...partsOf(name)]) {
      add(words, 'subcategoryIds', id)
      subcategoryKeys.add(keyOf(words))
    }
  }
  for (const { id, name } of categories) {
    names.set(id, name)
    add(wordsOfText(name), 'categoryIds', id)
    // Of "Jeans and trousers", jeans are a subcategory of their own.
    const parts = partsOf(name).filter((words) => !subcategoryKeys.has(keyOf(words)))
    for (const words of parts) add(words, 'categoryIds', id)
  }
  for (const { id, name } of brands) {
    names.set(id, name)
    add(wordsOfText(name), 'brandIds', id)
  }

  const merged = {
    category: idsByAlias(categories),
    subcategory: idsByAlias(subcategories),
    brand: idsByAlias(brands),
  }
  const entryOf =
    (kind: GroupKind) =>
    ({ id, name }: Brand): DictionaryEntry => ({ kind, id, name, words: wordsOfText(name) })
  return {
    find: (words) => {
      const key = keyOf(words)
      return byKey.get(key) ?? (words.length === 1 ? findSynonym(byKey, words[0] ?? '') : undefined)
    },
    findNearest: (word) => findNearest(byKey, word),
    categoryOf: new Map(subcategories.map(({ id, categoryId }) => [id, categoryId])),
    nameOf: (id) => names.get(id),
    currentIdOf: (kind, id) => merged[kind].get(id) ?? id,
    entries: [
      ...categories.map(entryOf('category')),
      ...subcategories.map(entryOf('subcategory')),
      ...brands.map(entryOf('brand')),
    ],
    maxWords,
  }
}

/** An id that a group has is its own, even if another one has it as an alias. */
const idsByAlias = (groups: Category[]) =>
  new Map([
    ...groups.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id] as const)),
    ...groups.map(({ id }) => [id, id] as const),
  ])

/** "Jackets and hoodies" is searched for by either part. */
const partsOf = (name: string): string[][] => {
  const parts = name.split(/\s+(?:and|&)\s+|\s*[,/]\s*/i)
  return parts.length > 1 ? parts.map(wordsOfText).filter((words) => words.length > 0) : []
}

function findSynonym(byKey: Map<string, NamedIds>, word: string): NamedIds | undefined {
  const synonym = synonyms.get(word) ?? synonyms.get(singular(word))
  const named = synonym === undefined ? undefined : byKey.get(keyOf([synonym]))
  // A synonym names a kind of garment; a brand with such a name is found by its own name.
  return named && { ...named, brandIds: [] }
}

function findNearest(byKey: Map<string, NamedIds>, word: string): NamedIds | undefined {
  const kinds =
    similarGarments.get(word)?.flatMap((kind) => byKey.get(keyOf(kind.split(' '))) ?? []) ?? []
  if (kinds.length === 0) return undefined
  return {
    categoryIds: kinds.flatMap(({ categoryIds }) => categoryIds),
    subcategoryIds: kinds.flatMap(({ subcategoryIds }) => subcategoryIds),
    brandIds: [],
  }
}
