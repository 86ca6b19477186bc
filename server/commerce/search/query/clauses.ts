import { newForDays } from '#contract/catalogue/attributes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
  type ColumnName,
} from '#server/commerce/search/index/catalogueSnapshot.ts'
import { colourOfWord } from '#contract/search/attributes.ts'
import { positionsByCode } from '#server/commerce/search/index/columns.ts'
import { MatchCollector, type Matches } from './matches.ts'
import type { PriceRange } from '#contract/search/parseSearch.ts'
import {
  isInName,
  positionOf,
  type Postings,
  postingsOf,
  type Range,
  rangeOf,
  rangeOfWord,
} from '#server/commerce/search/index/wordIndex.ts'
import { inflectionsOf, singular, synonyms } from '#contract/search/words.ts'

type GarmentPhrase = {
  word: string
  categoryIds: string[]
  subcategoryIds: string[]
  /** Whether the store has no such kind, and these are the most similar ones. */
  isNearest?: boolean
}

/** A condition of a search. */
export type Condition = {
  /** How much a search loses by leaving it out; called only if nothing matches all conditions. */
  weight: () => number
  /** The products that match, with points for how well they match. */
  matches: () => Matches
  /** The products that match more loosely, used if nothing matches strictly. */
  widerMatches?: () => Matches
}

/** A condition with the words as typed, and the position of the first of them. */
export type Clause = Condition & { text: string; at: number }

/** How much a search loses without such a condition. A plain word has 0.5 to 4 (`wordWeight`). */
export const weights = {
  category: 4,
  brand: 3.5,
  colour: 2,
  fabric: 1.8,
  gender: 1.6,
  price: 1.4,
  discount: 1.3,
  newArrivals: 1.3,
  occasion: 1.2,
  size: 1.1,
}
const namedPoints = 2
/** How many of the newest products are shown if none counts as a new arrival. */
const newestCount = 60

/** Adds the products that match, with points for how well they match. */
type AddMatches = (collector: MatchCollector) => void

const cachedMatches = cachePerSnapshot<Matches>(
  'matches',
  ({ positions }) => 1.25 * positions.length,
)

/** Searches consist of the same words over and over, so their matches are cached by a key. */
const cacheMatches = (snapshot: CatalogueSnapshot, key: string, addMatches: AddMatches) => () =>
  cachedMatches(snapshot, key, () => collectMatches(snapshot, addMatches))

function collectMatches({ ids }: CatalogueSnapshot, addMatches: AddMatches): Matches {
  const collector = new MatchCollector(ids.length)
  addMatches(collector)
  return collector.toMatches()
}

type Attribute = { kind: 'brand' | 'colour' | 'fabric' | 'occasion'; id: string; word: string }
const columnOf = {
  brand: 'brand',
  colour: 'colour',
  fabric: 'fabrics',
  occasion: 'occasions',
} as const

/**
 * Products of a colour, brand, fabric or occasion. A search for maroon ranks maroon products above
 * other reds, and one for a mehendi ranks green ones first.
 */
export function attributeClause(
  snapshot: CatalogueSnapshot,
  { kind, id, word }: Attribute,
): Condition {
  const addMatches = addColumnMatches(snapshot, { column: columnOf[kind], items: [id] })
  const range = rangeOfWord(snapshot.words, word)
  const key = `${kind} ${id} ${word}`
  return {
    weight: () => weights[kind],
    matches: cacheMatches(snapshot, key, (collector) => {
      addMatches(collector)
      const isColour = kind === 'colour' || (kind === 'occasion' && colourOfWord(word))
      if (isColour && isNotEmpty(range)) {
        boostWords(collector, postingsOf(snapshot.words, [range]), [namedPoints, 1])
      }
    }),
    // A word such as denim may occur in a name without being the declared fabric.
    widerMatches: cacheMatches(snapshot, `wider ${key}`, (collector) => {
      addMatches(collector)
      addWordMatches(collector, postingsOf(snapshot.words, [rangeOf(snapshot.words, word)]), [0, 0])
    }),
  }
}

/** Products of any of the named categories, as in "kurta pyjama". */
export function garmentClause(snapshot: CatalogueSnapshot, garments: GarmentPhrase[]): Condition {
  const { categoryIds, subcategoryIds } = idsOfGarments(snapshot, garments)
  const inCategory = addColumnMatches(snapshot, {
    column: 'category',
    items: categoryIds,
    points: namedPoints,
  })
  const inSubcategory = addColumnMatches(snapshot, {
    column: 'subcategories',
    items: subcategoryIds,
    points: namedPoints,
  })
  const ranges = garments.map(({ word, isNearest }) => ({
    ...rangesOf(snapshot, word.split(' ').at(-1) ?? word),
    isNearest,
  }))
  const key = garments
    .map(({ word }) => word)
    .sort()
    .join()
  return {
    weight: () => weights.category,
    matches: cacheMatches(snapshot, `category ${key}`, (collector) => {
      inCategory(collector)
      inSubcategory(collector)
      for (const { strong, isNearest } of ranges) {
        const postings = postingsOf(snapshot.words, strong)
        if (isNearest) addNamed(collector, postings, namedPoints + 1)
        boostWords(collector, postings, [namedPoints + 1, 0])
      }
    }),
    widerMatches: cacheMatches(snapshot, `wider category ${key}`, (collector) => {
      inCategory(collector)
      inSubcategory(collector)
      for (const { strong, weak } of ranges) {
        addWordMatches(collector, postingsOf(snapshot.words, strong), [1, 0])
        addWordMatches(collector, postingsOf(snapshot.words, weak), [0, 0])
      }
    }),
  }
}

/**
 * "Printed kurtas" means the subcategory of kurtas with this name, if there is one, not everything
 * printed and every kurta.
 */
function idsOfGarments({ dictionary }: CatalogueSnapshot, garments: GarmentPhrase[]) {
  const categoryIds = garments.flatMap((garment) => garment.categoryIds)
  const subcategoryIds = garments.flatMap((garment) => garment.subcategoryIds)
  const parentOf = (id: string) => dictionary.categoryOf.get(id) ?? ''
  const nested = subcategoryIds.filter((id) => categoryIds.includes(parentOf(id)))
  if (nested.length === 0) return { categoryIds, subcategoryIds }
  const parents = new Set(nested.map(parentOf))
  return { categoryIds: categoryIds.filter((id) => !parents.has(id)), subcategoryIds: nested }
}

export function wordClause(snapshot: CatalogueSnapshot, word: string): Condition {
  const { strong, weak } = rangesOf(snapshot, word)
  const postings = postingsOf(snapshot.words, strong)
  return {
    weight: () => wordWeight(postings),
    matches: cacheMatches(snapshot, `word ${word}`, (collector) => {
      addWordMatches(collector, postings, [namedPoints, 0])
      addWordMatches(collector, postingsOf(snapshot.words, weak), [0, 0])
    }),
  }
}

/** A word in names, such as the garment's, is more specific than one in descriptions. */
function wordWeight(found: Postings[]): number {
  let [hits, named] = [0, 0]
  for (const postings of found) {
    hits += postings.length
    for (const posting of postings) if (isInName(posting)) named++
  }
  return hits === 0 ? 0.5 : 1 + (3 * named) / hits
}

/** Points for a word in the name, and for one in other texts. */
type WordPoints = [named: number, other: number]

function addWordMatches(
  collector: MatchCollector,
  found: Postings[],
  [named, other]: WordPoints,
): void {
  for (const postings of found) {
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number
      collector.add(positionOf(posting), isInName(posting) ? named : other)
    }
  }
}

/** Adds the products with the word in their name. */
function addNamed(collector: MatchCollector, found: Postings[], points: number): void {
  for (const postings of found) {
    for (const posting of postings)
      if (isInName(posting)) collector.add(positionOf(posting), points)
  }
}

/** Gives points to products that match the current clause already. */
function boostWords(
  collector: MatchCollector,
  found: Postings[],
  [named, other]: WordPoints,
): void {
  for (const postings of found) {
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number
      const position = positionOf(posting)
      if (collector.has(position)) collector.add(position, isInName(posting) ? named : other)
    }
  }
}

/**
 * The ranges of index words that a typed word can match. Strong ranges have words that start with
 * it, and its singular and plural; weak ones have words that only start with its stem, and add no
 * points.
 */
function rangesOf({ words }: CatalogueSnapshot, word: string): { strong: Range[]; weak: Range[] } {
  const stem = singular(word)
  const stemRange = rangeOf(words, stem)
  const synonym = synonyms.get(word)
  const strong = [
    rangeOf(words, word),
    ...inflectionsOf(word).map((form) => rangeOfWord(words, form)),
    ...(synonym ? [rangeOfWord(words, synonym)] : []),
  ].filter(isNotEmpty)
  if (strong.length === 0) return { strong: isNotEmpty(stemRange) ? [stemRange] : [], weak: [] }
  const isStemAWord = stem !== word && isNotEmpty(rangeOfWord(words, stem))
  return { strong, weak: isStemAWord ? [stemRange] : [] }
}

const isNotEmpty = ([from, to]: Range) => to > from

/** Products with one of these items. */
export const columnMatches = (
  snapshot: CatalogueSnapshot,
  column: ColumnName,
  items: string[],
): Condition['matches'] =>
  cacheMatches(snapshot, `${column} ${items.join()}`, addColumnMatches(snapshot, { column, items }))

type ColumnValues = { column: ColumnName; items: string[]; points?: number }

function addColumnMatches(
  { columns }: CatalogueSnapshot,
  { column, items, points = 0 }: ColumnValues,
): AddMatches {
  const { values } = columns[column]
  const isMatch = values.map((value) => value.some((item) => items.includes(item)))
  return (collector) => {
    if (!isMatch.includes(true)) return
    const { starts, positions } = positionsByCode(columns[column])
    for (let code = 0; code < values.length; code++) {
      if (!isMatch[code]) continue
      const end = starts[code + 1] as number
      for (let at = starts[code] as number; at < end; at++) {
        collector.add(positions[at] as number, points)
      }
    }
  }
}

export const priceMatches = (
  snapshot: CatalogueSnapshot,
  { min = 0, max = Infinity }: PriceRange,
): Condition['matches'] =>
  cacheMatches(snapshot, `price ${min} ${max}`, (collector) => {
    const { prices } = snapshot
    const [lowest, highest] = [min * 100, max * 100]
    for (let position = 0; position < prices.length; position++) {
      const price = prices[position] as number
      if (price >= lowest && price <= highest) collector.add(position, 0)
    }
  })

/** Products with at least this discount in percent. */
export const discountMatches = (snapshot: CatalogueSnapshot, min: number): Condition['matches'] =>
  cacheMatches(snapshot, `discount ${min}`, (collector) => {
    snapshot.discounts.forEach((discount, position) => {
      if (discount >= min) collector.add(position, 0)
    })
  })

/** The products of the last weeks; in a store without any, the newest. */
export function newArrivals(
  snapshot: CatalogueSnapshot,
): Pick<Condition, 'matches' | 'widerMatches'> {
  const { createdAt } = snapshot
  const nowSeconds = clock.now().getTime() / 1000
  const addSince = (since: number) => (collector: MatchCollector) => {
    for (let position = 0; position < createdAt.length; position++) {
      if ((createdAt[position] as number) >= since) collector.add(position, 0)
    }
  }
  return {
    matches: () => collectMatches(snapshot, addSince(nowSeconds - newForDays * 86_400)),
    widerMatches: cacheMatches(snapshot, 'newest', (collector) => {
      const newestFirst = Float64Array.from(createdAt).sort().reverse()
      addSince(newestFirst[newestCount - 1] ?? 0)(collector)
    }),
  }
}

/** Letter sizes by the chest in inches, as on shirts made in India. */
const letterByChest: Record<string, string> = {
  36: 'XS',
  38: 'S',
  40: 'M',
  42: 'L',
  44: 'XL',
  46: 'XXL',
}
const sizeAliases: Record<string, string> = {
  XXL: '2XL',
  '2XL': 'XXL',
  XXXL: '3XL',
  '3XL': 'XXXL',
  FREE: 'FREE SIZE',
}

/** The sizes of the catalogue that a typed size means. */
export function sizesFor({ columns }: CatalogueSnapshot, typed: string): string[] {
  const sizes = [typed, sizeAliases[typed], letterByChest[typed]].filter(
    (size) => size !== undefined,
  )
  const all = new Set(columns.sizes.values.flat())
  const isNumber = /^\d+$/.test(typed)
  return [...all].filter((size) => {
    const upper = size.toUpperCase()
    return sizes.includes(upper) || (isNumber && new RegExp(`(^|[^\\d])${typed}$`).test(upper))
  })
}
