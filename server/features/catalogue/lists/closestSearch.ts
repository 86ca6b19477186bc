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

const keptMs = 30_000
const keep = cacheWithTtl<SearchQuery | undefined>(keptMs, 500)

/** What a product is called says more than three things it is also found by. */
const nameCounts = 3

/**
 * A search that no product fulfils, with as much left out as it takes: what remains finds something.
 * Undefined where all of it holds for a product after all. It is worked out of everything on sale,
 * so it stays the same whatever the list is narrowed by, and on each of its pages.
 */
export const relaxQuery = (db: Database, said: SearchQuery): Promise<SearchQuery | undefined> =>
  keep(JSON.stringify(said), () => findClosest(db, said))

/** Whether there is anything in it to look for. */
export const hasConditions = ({ words, gender, priceMax }: SearchQuery) =>
  words.length > 0 || gender !== undefined || priceMax !== undefined

/** What of a search is no longer in its closest one, as a shopper may read it. */
export const omittedWords = (said: SearchQuery, closest: SearchQuery): string[] => [
  ...said.words.filter((word) => !closest.words.includes(word)),
  ...(said.gender !== undefined && closest.gender === undefined ? [said.gender] : []),
  ...(said.priceMax !== undefined && closest.priceMax === undefined
    ? [`under ₹${said.priceMax.toLocaleString('en-IN')}`]
    : []),
]

/** Products that have the same parts of a search, as bits, and how many of them are called so. */
type Group = { held: number; pieces: number; named: number[] }

async function findClosest(db: Database, said: SearchQuery): Promise<SearchQuery | undefined> {
  const { words } = said
  const parts = partsOf(said)
  const conditions = parts.map(({ holds }) => holds)
  const groups = await readGroups(db, said, conditions)
  const all = 2 ** parts.length - 1
  const isSample = groups.reduce((sum, { pieces }) => sum + pieces, 0) === sampled
  if (groups.some(({ held }) => held === all)) return undefined
  // Where no product has any of the words, they are what is left out.
  if (groups.length === 0) return { ...said, words: [] }
  const worths = parts.map((_part, at) => worthOf(groups, at))
  const seen = groups.map(({ held }) => held).reduce((one, other) => better(one, other, worths))
  const best = isSample ? await bestOfAll(db, { seen, worths, words, conditions }) : seen
  if (best === all) return undefined
  return parts.reduce((left, part, at) => ((best >> at) & 1 ? left : part.leaveOut(left)), said)
}

const better = (one: number, other: number, worths: number[]) =>
  sumOf(other, worths) > sumOf(one, worths) ? other : one

/** So many combinations of parts are looked up where the sample does not show one that is better. */
const lookedUp = 32

type Seen = { seen: number; worths: number[]; words: string[]; conditions: SQL[] }

/** The best combination that some product has, which need not be among those of the sample. */
async function bestOfAll(db: Database, { seen, words, conditions, ...given }: Seen) {
  const worths = await withUnseen(db, given.worths, conditions)
  const isOfWords = (held: number) => words.length === 0 || held % 2 ** words.length > 0
  const combinations = Array.from({ length: 2 ** conditions.length }, (_, held) => held)
    .filter((held) => sumOf(held, worths) > sumOf(seen, worths) && isOfWords(held))
    .sort((one, other) => sumOf(other, worths) - sumOf(one, worths))
    .slice(0, lookedUp)
  const held = combinations.map((one) => conditions.filter((_, at) => (one >> at) & 1))
  const found = await exist(db, held)
  return combinations[found.indexOf(true)] ?? seen
}

/** A part that the sample does not show is worth something all the same if any product has it. */
async function withUnseen(db: Database, worths: number[], conditions: SQL[]): Promise<number[]> {
  const unseen = conditions.flatMap((_, at) => (worths[at] === 0 ? [at] : []))
  const found = await exist(
    db,
    unseen.map((at) => conditions.slice(at, at + 1)),
  )
  return worths.map((worth, at) => (found[unseen.indexOf(at)] ? 1 : worth))
}

/** Whether a product on sale fulfils each of several lists of conditions. */
async function exist(db: Database, asked: SQL[][]): Promise<boolean[]> {
  if (asked.length === 0) return []
  const columns = asked.map(
    (conditions) => sql`exists (select 1 from ${products} where ${and(isOnSale, ...conditions)})`,
  )
  return db.transaction(async (tx) => {
    // By their numbers two common words should meet soon, so that a scan in any order looks cheap; it
    // reads the whole table where they never do. What is left is to combine the indexes of the words.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    const { rows } = await tx.execute<{ found: boolean[] }>(
      sql`select array[${sql.join(columns, sql`, `)}] as found`,
    )
    return rows[0]?.found ?? []
  })
}

type Part = { holds: SQL; leaveOut: (said: SearchQuery) => SearchQuery }

/** The words one by one, then the gender and the price. */
function partsOf({ words, lexemes, gender, priceMax }: SearchQuery): Part[] {
  return [
    ...words.map((word) => ({
      holds: sql.join(matchesWords({ words: [word], ...(lexemes && { lexemes }) })),
      leaveOut: (said: SearchQuery) => ({
        ...said,
        words: said.words.filter((other) => other !== word),
      }),
    })),
    ...queryConditions({ gender }).map((holds) => ({
      holds,
      leaveOut: (said: SearchQuery) => ({ ...said, gender: undefined }),
    })),
    ...queryConditions({ priceMax }).map((holds) => ({
      holds,
      leaveOut: (said: SearchQuery) => ({ ...said, priceMax: undefined }),
    })),
  ]
}

/** So many of the products that have any of the words are looked at. */
const sampled = 500

/** Above the bits of the parts: which of the words are in the name. */
const nameBit = 16

async function readGroups(db: Database, { words, lexemes }: SearchQuery, conditions: SQL[]) {
  const bits = conditions.map((holds, at) => {
    const word = words[at]
    const isCalled = word !== undefined && sql`${products.searchVector} @@ ${tsQueryOfName(word)}`
    const called = isCalled
      ? sql` + case when ${isCalled} then ${2 ** (at + nameBit)}::int else 0 end`
      : sql``
    return sql`case when ${holds} then ${2 ** at}::int${called} else 0 end`
  })
  const hasAny =
    words.length > 0
      ? sql`${products.searchVector} @@ (${tsQueryOfAny(words, lexemes)})`
      : undefined
  // By one number: a group of all that is counted would sort the products, vectors and all. Common
  // words are in a great part of a large catalogue: of those a sample says what they are worth.
  const { rows } = await db.execute<{ bits: number; pieces: number }>(sql`
    select ${sql.join(bits, sql` + `)} as bits, count(*)::int as pieces
    from (
      select search_vector, gender_ids, price_paise from ${products}
      where ${and(isOnSale, hasAny)} limit ${sql.raw(String(sampled))}
    ) ${products}
    group by 1`)
  return groupsOf(rows)
}

/** Those that have the same parts, whatever of it is in their names. */
function groupsOf(rows: { bits: number; pieces: number }[]): Group[] {
  const groups = new Map<number, Group>()
  for (const { bits, pieces } of rows) {
    const held = bits % 2 ** nameBit
    const group = groups.get(held) ?? { held, pieces: 0, named: [] }
    const named = bits >> nameBit
    group.pieces += pieces
    for (let at = 0; named >> at; at++) {
      if ((named >> at) & 1) group.named[at] = (group.named[at] ?? 0) + pieces
    }
    groups.set(held, group)
  }
  return [...groups.values()].sort((one, other) => one.held - other.held)
}

/** How much it would be missed: most of all the garment, which is what products are called. */
function worthOf(groups: Group[], at: number): number {
  const having = groups.filter(({ held }) => (held >> at) & 1)
  const pieces = having.reduce((sum, group) => sum + group.pieces, 0)
  const named = having.reduce((sum, group) => sum + (group.named[at] ?? 0), 0)
  return pieces === 0 ? 0 : 1 + (nameCounts * named) / pieces
}

const sumOf = (held: number, worths: number[]): number =>
  worths.reduce((sum, worth, at) => sum + ((held >> at) & 1 ? worth : 0), 0)
