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

/** So often it is made anew though no product came or went: what is in stock has changed. */
const staleMs = 10 * 60_000
const atOnce = 100
const pausesPerWork = 2
const leastPauseMs = 2
/** And less often where making it takes long: this part of the time at most. */
const busyShare = 1 / 20

type Ready = {
  index: WordIndex
  alike: (word: string) => string | undefined
  version: string
  madeMs: number
  staleMs: number
}

/**
 * The words of all products in memory, for who is still typing: the same answer takes the database a
 * hundred times as long. Every process makes its own and looks now and then whether it still holds;
 * before there is one, `find` gives nothing and the database is asked.
 */
export function createSuggestionIndex() {
  let ready: Ready | undefined

  return {
    /** The ids of the products that a half-typed search most likely means, the best first. */
    find(search: string, most: number): string[] | undefined {
      if (!ready) return undefined
      const { index, alike } = ready
      const { words, gender } = parseSearchQuery(search)
      const meant = words.map((word) => createRangeLookup(index, word, alike))
      if (gender)
        meant.push({ strongRanges: [wholeRange(index, genderMark(gender))], weakRanges: [] })
      return meant.length === 0 ? [] : findBest(index, meant, most)
    },

    /** Makes it anew where the catalogue has changed since. */
    async refresh(db: Database): Promise<void> {
      const version = await readSearchVersion(db)
      const now = Date.now()
      if (ready?.version === version && now - ready.madeMs < ready.staleMs) return
      const index = await read(db)
      const alike = ready?.version === version ? ready.alike : await createSimilarWords(index)
      const tookMs = Date.now() - now
      ready = { index, alike, version, madeMs: now, staleMs: Math.max(staleMs, tookMs / busyShare) }
    },
  }
}

export type SuggestionIndex = ReturnType<typeof createSuggestionIndex>

/** A gender stands among the words, as one that nobody can type. */
const genderMark = (gender: string) => `@${gender}`

/** Little by little: others are answered in between. */
async function read(db: Database): Promise<WordIndex> {
  const { id, name, searchWords, genderIds, isInStock } = products
  const made = createIndexing()
  let last = ''
  for (;;) {
    const rows = await db
      .select({ id, name, searchWords, genderIds, isInStock })
      .from(products)
      .where(and(isOnSale, gt(id, last)))
      .orderBy(asc(id))
      .limit(atOnce)
    const startedMs = performance.now()
    for (const row of rows) {
      const others = [...wordsOfText(row.searchWords), ...row.genderIds.map(genderMark)]
      made.add({ ...row, name: wordsOfText(row.name), otherWords })
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < atOnce) return made.finish()
    // Of a large catalogue this takes long: most of the time belongs to customers.
    await pause(pausesPerWork * (performance.now() - startedMs) + leastPauseMs)
  }
}

type Alike = (word: string) => string | undefined

const shortest = 4

/** What begins as typed goes first: a half-typed word may end in an s that is no plural. */
export function createRangeLookup(index: WordIndex, word: string, alike: Alike): QueryTerm {
  const typed = rangeOf(index, word)
  const one = singular(word)
  const forms = formsOf(word).filter((form) => isWord(index, form))
  const near = [typed, ...forms.map((form) => wholeRange(index, form))].filter(isFilled)
  const beginning = rangeOf(index, one)
  if (near.length > 0) return { strongRanges, weakRanges: forms.includes(one) ? [beginning] : [] }
  if (isFilled(beginning)) return { strongRanges: [beginning], weakRanges: [] }
  const put = alike(word)
  return { strongRanges: put === undefined ? [] : [rangeOf(index, put)], weakRanges: [] }
}

const isFilled = ([from, to]: Range) => from < to

const isWord = (index: WordIndex, word: string) => index.words[rangeOf(index, word)[0]] === word

/** Where this very word stands, if it does. */
function wholeRange(index: WordIndex, word: string): Range {
  const [from] = rangeOf(index, word)
  return [from, isWord(index, word) ? from + 1 : from]
}

/** The beginning that one and several of a thing have in common: shirts, dresses, sarees. */
const singular = (word: string) =>
  word.length < shortest ? word : word.replace(/(?<=s|x|z|ch|sh|i)es$|(?<![suie])s$|(?<=e)s$/, '')

/** How the same thing may be called when there is one of it, or several. */
function formsOf(word: string): string[] {
  if (word.length < shortest) return []
  const forms = [
    singular(word),
    word.replace(/s$/, ''),
    word.replace(/ies?$/, 'y'),
    word.replace(/(?<![aeiou])y$/, 'ies'),
    word.replace(/(?<![aeiou])y$/, 'ie'),
  ]
  return [...new Set(forms)].filter((form) => form !== word)
}
