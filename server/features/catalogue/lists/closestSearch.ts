import { and, type SQL, sql } from 'drizzle-orm'

import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  matchesWords,
  queryConditions,
  tsQueryOfAny,
  tsQueryOfName,
} from '#server/commerce/search/searchConditions.ts'
import type { SearchQuery } from '#server/commerce/search/searchQuery.ts'
import { isOnSale } from '#server/commerce/products.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'

const cacheTtlMs = 30_000
const cached = cacheWithTtl<SearchQuery | undefined>(cacheTtlMs, 500)

/** A match in the name counts as much as this many matches elsewhere. */
const nameWeight = 3

/**
 * Relaxes a search without results by dropping as few parts as possible, so that it finds
 * something. Returns undefined if the whole search has results. It considers everything on sale, so
 * the result does not depend on the filters or the page of the list.
 */
export const relaxQuery = (
  db: Database,
  searchQuery: SearchQuery,
): Promise<SearchQuery | undefined> =>
  cached(JSON.stringify(searchQuery), () => findClosest(db, searchQuery))

/** Whether a search has anything to match. */
export const hasConditions = ({ words, gender, priceMax }: SearchQuery) =>
  words.length > 0 || gender !== undefined || priceMax !== undefined

/** The parts of a search that the relaxed search has dropped, as shoppers read them. */
export const omittedWords = (searchQuery: SearchQuery, closest: SearchQuery): string[] => [
  ...searchQuery.words.filter((word) => !closest.words.includes(word)),
  ...(searchQuery.gender !== undefined && closest.gender === undefined ? [searchQuery.gender] : []),
  ...(searchQuery.priceMax !== undefined && closest.priceMax === undefined
    ? [`under ₹${searchQuery.priceMax.toLocaleString('en-IN')}`]
    : []),
]

/**
 * Products that match the same parts of a search (as a bit mask), with their count and the matches
 * in names.
 */
type Group = { partsMask: number; hits: number; named: number[] }

async function findClosest(
  db: Database,
  searchQuery: SearchQuery,
): Promise<SearchQuery | undefined> {
  const { words } = searchQuery
  const parts = partsOf(searchQuery)
  const conditions = parts.map(({ holds }) => holds)
  const groups = await readGroups(db, searchQuery, conditions)
  const all = 2 ** parts.length - 1
  const isSample = groups.reduce((sum, { hits }) => sum + hits, 0) === sampleSize
  if (groups.some(({ partsMask }) => partsMask === all)) return undefined
  // No product has any of the words, so all words are dropped.
  if (groups.length === 0) return { ...searchQuery, words: [] }
  const weights = parts.map((_part, at) => weightOf(groups, at))
  const bestInSample = groups
    .map(({ partsMask }) => partsMask)
    .reduce((left, right) => better(left, right, weights))
  const best = isSample
    ? await findBestCombination(db, { bestInSample, weights, words, conditions })
    : bestInSample
  if (best === all) return undefined
  return parts.reduce(
    (left, part, at) => ((best >> at) & 1 ? left : part.leaveOut(left)),
    searchQuery,
  )
}

const better = (left: number, right: number, weights: number[]) =>
  sumOf(right, weights) > sumOf(left, weights) ? right : left

/** At most this many combinations that are better than those in the sample are checked. */
const maxCombinations = 32

type SampleResult = { bestInSample: number; weights: number[]; words: string[]; conditions: SQL[] }

/** The best combination of parts that a product matches; it may be missing in the sample. */
async function findBestCombination(
  db: Database,
  { bestInSample, words, conditions, ...given }: SampleResult,
) {
  const weights = await addUnseenWeights(db, given.weights, conditions)
  const hasWord = (partsMask: number) => words.length === 0 || partsMask % 2 ** words.length > 0
  const combinations = Array.from({ length: 2 ** conditions.length }, (_, partsMask) => partsMask)
    .filter(
      (partsMask) => sumOf(partsMask, weights) > sumOf(bestInSample, weights) && hasWord(partsMask),
    )
    .sort((left, right) => sumOf(right, weights) - sumOf(left, weights))
    .slice(0, maxCombinations)
  const candidates = combinations.map((mask) => conditions.filter((_, at) => (mask >> at) & 1))
  const found = await checkExistence(db, candidates)
  return combinations[found.indexOf(true)] ?? bestInSample
}

/** A part that the sample lacks gets a minimal weight if any product matches it. */
async function addUnseenWeights(
  db: Database,
  weights: number[],
  conditions: SQL[],
): Promise<number[]> {
  const unseen = conditions.flatMap((_, at) => (weights[at] === 0 ? [at] : []))
  const found = await checkExistence(
    db,
    unseen.map((at) => conditions.slice(at, at + 1)),
  )
  return weights.map((worth, at) => (found[unseen.indexOf(at)] ? 1 : worth))
}

/** Checks for each list of conditions whether a product on sale fulfils all of them. */
async function checkExistence(db: Database, conditionLists: SQL[][]): Promise<boolean[]> {
  if (conditionLists.length === 0) return []
  const columns = conditionLists.map(
    (conditions) => sql`exists (select 1 from ${products} where ${and(isOnSale, ...conditions)})`,
  )
  return db.transaction(async (tx) => {
    // The planner underestimates how rarely two common words meet, and would choose a scan that
    // reads the whole table. Without scans it combines the indexes of the words.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    const { rows } = await tx.execute<{ found: boolean[] }>(
      sql`select array[${sql.join(columns, sql`, `)}] as found`,
    )
    return rows[0]?.found ?? []
  })
}

type Part = { holds: SQL; leaveOut: (searchQuery: SearchQuery) => SearchQuery }

/** The words of the search, each a part, then the gender and the price. */
function partsOf({ words, lexemes, gender, priceMax }: SearchQuery): Part[] {
  return [
    ...words.map((word) => ({
      holds: sql.join(matchesWords({ words: [word], ...(lexemes && { lexemes }) })),
      leaveOut: (searchQuery: SearchQuery) => ({
        ...searchQuery,
        words: searchQuery.words.filter((queryWord) => queryWord !== word),
      }),
    })),
    ...queryConditions({ gender }).map((holds) => ({
      holds,
      leaveOut: (searchQuery: SearchQuery) => ({ ...searchQuery, gender: undefined }),
    })),
    ...queryConditions({ priceMax }).map((holds) => ({
      holds,
      leaveOut: (searchQuery: SearchQuery) => ({ ...searchQuery, priceMax: undefined }),
    })),
  ]
}

/** The number of matching products in the sample. */
const sampleSize = 500

/** The bits from here on tell which words are in the name. */
const nameBit = 16

async function readGroups(db: Database, { words, lexemes }: SearchQuery, conditions: SQL[]) {
  const bits = conditions.map((holds, at) => {
    const word = words[at]
    const isInName = word !== undefined && sql`${products.searchVector} @@ ${tsQueryOfName(word)}`
    const nameBitSql = isInName
      ? sql` + case when ${isInName} then ${2 ** (at + nameBit)}::int else 0 end`
      : sql``
    return sql`case when ${holds} then ${2 ** at}::int${nameBitSql} else 0 end`
  })
  const hasAny =
    words.length > 0
      ? sql`${products.searchVector} @@ (${tsQueryOfAny(words, lexemes)})`
      : undefined
  // Grouping by a single number avoids sorting the rows with their vectors. Common words match a
  // large part of the catalogue, so a sample estimates their weight.
  const { rows } = await db.execute<{ bits: number; hits: number }>(sql`
    select ${sql.join(bits, sql` + `)} as bits, count(*)::int as hits
    from (
      select search_vector, gender_ids, price_paise from ${products}
      where ${and(isOnSale, hasAny)} limit ${sql.raw(String(sampleSize))}
    ) ${products}
    group by 1`)
  return groupsOf(rows)
}

/** Merges rows that match the same parts, regardless of the matches in names. */
function groupsOf(rows: { bits: number; hits: number }[]): Group[] {
  const groups = new Map<number, Group>()
  for (const { bits, hits } of rows) {
    const partsMask = bits % 2 ** nameBit
    const group = groups.get(partsMask) ?? { partsMask, hits: 0, named: [] }
    const named = bits >> nameBit
    group.hits += hits
    for (let at = 0; named >> at; at++) {
      if ((named >> at) & 1) group.named[at] = (group.named[at] ?? 0) + hits
    }
    groups.set(partsMask, group)
  }
  return [...groups.values()].sort((left, right) => left.partsMask - right.partsMask)
}

/** The weight of a part: highest for the garment, which product names contain. */
function weightOf(groups: Group[], at: number): number {
  const matchingGroups = groups.filter(({ partsMask }) => (partsMask >> at) & 1)
  const hits = matchingGroups.reduce((sum, group) => sum + group.hits, 0)
  const named = matchingGroups.reduce((sum, group) => sum + (group.named[at] ?? 0), 0)
  return hits === 0 ? 0 : 1 + (nameWeight * named) / hits
}

const sumOf = (partsMask: number, weights: number[]): number =>
  weights.reduce((sum, worth, at) => sum + ((partsMask >> at) & 1 ? worth : 0), 0)
