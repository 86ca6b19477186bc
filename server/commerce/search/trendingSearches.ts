import { gte, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { searchCounts } from '#server/database/schema/catalogue.ts'
import { daysAgoInIndia, todayInIndia } from '#server/platform/runtime/clock.ts'
import type { CatalogueSnapshot } from './index/catalogueSnapshot.ts'
import { searchCatalogue } from './searchCatalogue.ts'
import { rangeOfWord } from './index/wordIndex.ts'
import { singular, stopWords, synonyms, wordsOfText } from '#contract/search/words.ts'

/**
 * Trending searches, without personal data: a search is counted only if the catalogue or the word lists of
 * the search contain all its words, and written to the database only once several addresses have made it on
 * the same day. Until then it is in the memory of the process, with hashes of the addresses under a key that
 * nobody else has.
 */

const { maxShown, minShown, minShoppers } = rules.trendingSearches

/** Letters only, so that nobody's phone number, order number or address is counted. */
const shareable = /^[\p{L}\p{M}'’&-]+( [\p{L}\p{M}'’&-]+){0,3}$/u
const maxLength = 30

/** The search as it may be shown to others; undefined if it may not. */
function shareableSearch({ words }: CatalogueSnapshot, search: string): string | undefined {
  const text = search.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ')
  if (text.length > maxLength || !shareable.test(text)) return undefined
  const parts = wordsOfText(text)
  const isOfCatalogue = (word: string) => {
    const [from, to] = rangeOfWord(words, word)
    return from < to
  }
  // The built-in word lists contain no names of people either.
  const isKnown = (word: string) => isOfCatalogue(word) || stopWords.has(word) || synonyms.has(word)
  return parts.length > 0 && parts.every(isKnown) ? text : undefined
}

/** Bounds the memory of a process. */
const maxSearches = 2000
const maxCallers = 200

type Callers = { hashes: Set<string>; written: number }

export type SearchCounter = ReturnType<typeof createSearchCounter>

/** Counts the searches of a process; a caller counts once per search and day. */
export function createSearchCounter() {
  let day = todayInIndia()
  let hashKey = randomBytes(32)
  let searches = new Map<string, Callers>()

  function startDay(today: string): void {
    day = today
    hashKey = randomBytes(32)
    searches = new Map()
  }

  /** Evicts the oldest search that too few shoppers have made. */
  function evictOldest(): void {
    for (const [words, { hashes }] of searches) {
      if (hashes.size < minShoppers) return void searches.delete(words)
    }
  }

  function count(words: string, address: string): void {
    const today = todayInIndia()
    if (today !== day) startDay(today)
    let callers = searches.get(words)
    if (!callers) {
      if (searches.size >= maxSearches) evictOldest()
      if (searches.size >= maxSearches) return
      callers = { hashes: new Set(), written: 0 }
      searches.set(words, callers)
    }
    if (callers.hashes.size >= maxCallers) return
    callers.hashes.add(createHash('sha256').update(hashKey).update(address).digest('base64'))
  }

  /** Counts a search that found products, if its words may be shown to others. */
  function countSearch(snapshot: CatalogueSnapshot, search: string, address: string): void {
    const words = shareableSearch(snapshot, search)
    if (words) count(words, address)
  }

  /** Writes the counts since the last write to the database. */
  async function write(db: Database): Promise<void> {
    const rows = [...searches].flatMap(([words, callers]) => {
      const { size } = callers.hashes
      if (size < minShoppers || size === callers.written) return []
      const shoppers = size - callers.written
      return [{ callers, size, row: { day, words, shoppers } }]
    })
    if (rows.length === 0) return
    await db
      .insert(searchCounts)
      // Sorted, so that processes lock the rows in the same order.
      .values(rows.map(({ row }) => row).sort((a, b) => (a.words < b.words ? -1 : 1)))
      .onConflictDoUpdate({
        target: [searchCounts.day, searchCounts.words],
        set: { shoppers: sql`${searchCounts.shoppers} + excluded.shoppers` },
      })
    for (const { callers, size } of rows) callers.written = size
  }

  return { countSearch, write }
}

/** After this many days a search counts half. */
const halfLifeDays = 2
const countedDays = 14

/** The first day whose searches still count. */
export const firstCountedDay = (): string => daysAgoInIndia(countedDays)

/** What most shoppers have searched for lately and would still find; nothing while it is too little. */
export async function readTrendingSearches(
  db: Database,
  snapshot: CatalogueSnapshot,
): Promise<string[]> {
  const searches = new Map<string, string>()
  for (const words of await readMostSearched(db)) {
    // "Kurta" and "kurtas" are one search.
    const key = wordsOfText(words).map(singular).join(' ')
    if (searches.has(key) || !isFound(snapshot, words)) continue
    searches.set(key, words)
    if (searches.size === maxShown) break
  }
  return searches.size < minShown ? [] : [...searches.values()]
}

async function readMostSearched(db: Database): Promise<string[]> {
  const age = sql`(${todayInIndia()}::date - ${searchCounts.day})`
  const weight = sql`sum(${searchCounts.shoppers} * power(0.5, ${age} / ${sql.raw(`${halfLifeDays}.0`)}))`
  const rows = await db
    .select({ words: searchCounts.words })
    .from(searchCounts)
    .where(gte(searchCounts.day, firstCountedDay()))
    .groupBy(searchCounts.words)
    .orderBy(sql`${weight} desc`, searchCounts.words)
    .limit(4 * maxShown)
  return rows.map(({ words }) => words)
}

function isFound(snapshot: CatalogueSnapshot, words: string): boolean {
  const { total, leftOut } = searchCatalogue(snapshot, words)
  return total > 0 && leftOut.length === 0
}
