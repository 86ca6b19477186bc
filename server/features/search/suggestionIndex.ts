import { and, asc, gt } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'

import { isOnSale } from '#server/commerce/products.ts'
import { wordsOfText, parseSearchQuery } from '#server/commerce/search/searchQuery.ts'
import { readSearchVersion } from '#server/commerce/search/vocabulary.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { createSimilarWords } from './similarWords.ts'
import {
  findBest,
  createIndexing,
  type QueryTerm,
  type Range,
  rangeOf,
  type WordIndex,
} from './wordIndex.ts'

/**
 * The index is rebuilt after this time even if no product was added or removed, because stock
 * changes.
 */
const staleMs = 10 * 60_000
const batchSize = 100
const pausePerWorkTime = 2
const minPauseMs = 2
/** Rebuilding may take at most this share of the time, so a slow build runs less often. */
const busyShare = 1 / 20

type BuiltIndex = {
  index: WordIndex
  findSimilar: (word: string) => string | undefined
  version: string
  builtAtMs: number
  staleMs: number
}

/**
 * An in-memory index of the words of all products, for suggestions while the shopper types; a query
 * to the database takes a hundred times as long. Every process builds its own and checks regularly
 * whether it is current. Until the first build, `find` returns undefined and the database is
 * queried.
 */
export function createSuggestionIndex() {
  let current: BuiltIndex | undefined

  return {
    /** The ids of the products that best match an incomplete search, best first. */
    find(search: string, limit: number): string[] | undefined {
      if (!current) return undefined
      const { index, findSimilar } = current
      const { words, gender } = parseSearchQuery(search)
      const terms = words.map((word) => createRangeLookup(index, word, findSimilar))
      if (gender)
        terms.push({ strongRanges: [wholeRange(index, genderMark(gender))], weakRanges: [] })
      return terms.length === 0 ? [] : findBest(index, terms, limit)
    },

    /** Rebuilds the index if the catalogue has changed or the index is stale. */
    async refresh(db: Database): Promise<void> {
      const version = await readSearchVersion(db)
      const now = Date.now()
      if (current?.version === version && now - current.builtAtMs < current.staleMs) return
      const index = await buildIndex(db)
      const findSimilar =
        current?.version === version ? current.findSimilar : await createSimilarWords(index)
      const tookMs = Date.now() - now
      current = {
        index,
        findSimilar,
        version,
        builtAtMs: now,
        staleMs: Math.max(staleMs, tookMs / busyShare),
      }
    },
  }
}

export type SuggestionIndex = ReturnType<typeof createSuggestionIndex>

/** Genders are indexed as words with a character that shoppers cannot type. */
const genderMark = (gender: string) => `@${gender}`

/** Builds the index in small batches, so that other requests are answered in between. */
async function buildIndex(db: Database): Promise<WordIndex> {
  const { id, name, searchWords, genderIds, isInStock } = products
  const builder = createIndexing()
  let last = ''
  for (;;) {
    const rows = await db
      .select({ id, name, searchWords, genderIds, isInStock })
      .from(products)
      .where(and(isOnSale, gt(id, last)))
      .orderBy(asc(id))
      .limit(batchSize)
    const startedMs = performance.now()
    for (const row of rows) {
      const otherWords = [...wordsOfText(row.searchWords), ...row.genderIds.map(genderMark)]
      builder.add({ ...row, name: wordsOfText(row.name), otherWords })
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < batchSize) return builder.finish()
    // Indexing a large catalogue takes long, so most of the time is left for requests.
    await pause(pausePerWorkTime * (performance.now() - startedMs) + minPauseMs)
  }
}

type FindSimilar = (word: string) => string | undefined

const minLetters = 4

/**
 * The typed prefix is searched before singular forms, because an incomplete word can end in an s
 * that is no plural.
 */
export function createRangeLookup(
  index: WordIndex,
  word: string,
  findSimilar: FindSimilar,
): QueryTerm {
  const typedRange = rangeOf(index, word)
  const stem = singular(word)
  const forms = formsOf(word).filter((form) => isWord(index, form))
  const strongRanges = [typedRange, ...forms.map((form) => wholeRange(index, form))].filter(
    isNotEmpty,
  )
  const stemRange = rangeOf(index, stem)
  if (strongRanges.length > 0)
    return { strongRanges, weakRanges: forms.includes(stem) ? [stemRange] : [] }
  if (isNotEmpty(stemRange)) return { strongRanges: [stemRange], weakRanges: [] }
  const similarWord = findSimilar(word)
  return {
    strongRanges: similarWord === undefined ? [] : [rangeOf(index, similarWord)],
    weakRanges: [],
  }
}

const isNotEmpty = ([from, to]: Range) => from < to

const isWord = (index: WordIndex, word: string) => index.words[rangeOf(index, word)[0]] === word

/** The range of exactly this word; empty if it is not in the index. */
function wholeRange(index: WordIndex, word: string): Range {
  const [from] = rangeOf(index, word)
  return [from, isWord(index, word) ? from + 1 : from]
}

/** The common stem of the singular and plural of a word: shirts, dresses, sarees. */
const singular = (word: string) =>
  word.length < minLetters ? word : word.replace(/(?<=s|x|z|ch|sh|i)es$|(?<![suie])s$|(?<=e)s$/, '')

/** Singular and plural forms of a word. */
function formsOf(word: string): string[] {
  if (word.length < minLetters) return []
  const forms = [
    singular(word),
    word.replace(/s$/, ''),
    word.replace(/ies?$/, 'y'),
    word.replace(/(?<![aeiou])y$/, 'ies'),
    word.replace(/(?<![aeiou])y$/, 'ie'),
  ]
  return [...new Set(forms)].filter((form) => form !== word)
}
