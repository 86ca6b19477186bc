import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'

import { vacuumDatabase } from '#server/database/openDatabase.ts'
import { growCatalogue } from '#tests/support/database/scaleCatalogue.ts'
import { gradeAll, meanOf } from '#tests/support/search/gradeSearch.ts'
import { judgedQueries } from '#tests/support/search/judgedQueries.ts'
import { readSearchFacts } from '#tests/support/search/searchFacts.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openStoreOn } from './benchStore.ts'
import { measure } from './measure.ts'

/**
 * How good and how fast searches are: the judged searches are graded over HTTP, then sent as fast as
 * the store responds. `npm run bench:search -- --on postgres --products 500,44000 --seconds 5`.
 */
const options = optionsOf([
  ...['--connections', '20', '--products', '500,44000'],
  ...process.argv.slice(2),
])
const { seconds = 5, connections, products, kinds, isJson } = options

/** Results of a search that are read to grade it: more than anybody looks at. */
const maxGraded = 600
const pageSize = 60

const rows: object[] = []
for (const kind of kinds) {
  const store = await openStoreOn(kind, {})
  try {
    for (const size of products) {
      await growCatalogue(store.background, size)
      await vacuumDatabase(store.background)
      await untilIndexed(store)
      rows.push({ database: kind, products: size, ...(await grade(store)), ...(await time(store)) })
    }
  } finally {
    await store.stop()
  }
}
console.table(rows)
if (isJson) console.log(JSON.stringify(rows))

/**
 * The store reads the catalogue again within seconds. The products of the largest brand are counted,
 * because the number of all products is not exact in a large catalogue.
 */
async function untilIndexed({ origin, db }: BenchStore): Promise<void> {
  const { rows } = await db.execute<{ brand: string; count: number }>(sql`
    select brand_id as brand, count(*)::int as count from products
    where is_published group by brand_id order by count desc limit 1`)
  const [largest] = rows
  for (;;) {
    const path = `/api/products/list?sortBy=recommended&limit=1&brand=${largest?.brand}`
    const { result } = (await (await fetch(origin + path)).json()) as { result: { total: number } }
    if (result.total === largest?.count) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function grade({ origin, background }: BenchStore) {
  const found = new Map<string, string[]>()
  for (const { query } of judgedQueries) found.set(query, await idsFor(origin, query))
  const graded = gradeAll(await readSearchFacts(background), (query) => found.get(query) ?? [])
  const rounded = (numbers: number[]) => Number(meanOf(numbers).toFixed(3))
  return {
    queries: graded.length,
    ndcg10: rounded(graded.map(({ ndcg }) => ndcg)),
    recall: rounded(graded.map(({ recall }) => recall)),
    zeroResults: graded.filter(({ results }) => results === 0).length,
  }
}

async function idsFor(origin: string, query: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && ids.length < maxGraded) {
    const more: string = cursor && `&cursor=${cursor}`
    const path = `/api/products/list?search=${encodeURIComponent(query)}&limit=${pageSize}${more}`
    const { result } = (await (await fetch(origin + path)).json()) as {
      result: { data: { _id: string }[]; nextCursor: string | null }
    }
    ids.push(...result.data.map(({ _id }) => _id))
    cursor = result.nextCursor
  }
  return ids
}

/** Times of the judged searches and of suggestions, each time with another price or beginning. */
async function time(store: BenchStore) {
  let turn = 0
  const query = () => judgedQueries[turn++ % judgedQueries.length]?.query ?? ''
  const search = await measure(store, { connections, seconds }, () => ({
    path: `/api/products/list?search=${encodeURIComponent(query())}&priceMin=${turn % 997}.5`,
  }))
  const common = await measure(store, { connections, seconds }, () => ({
    path: `/api/products/list?search=kurta&priceMin=${turn++ % 997}.5`,
  }))
  const suggest = await measure(store, { connections, seconds }, () => {
    const words = query()
    const typed = words.slice(0, 1 + (turn % words.length))
    return { path: `/api/products/elastic-search?search=${encodeURIComponent(typed)}` }
  })
  return {
    searchP99Ms: search.p99Ms,
    searchCpuMs: search.cpuMs,
    commonP99Ms: common.p99Ms,
    commonCpuMs: common.cpuMs,
    suggestP99Ms: suggest.p99Ms,
    suggestCpuMs: suggest.cpuMs,
    suggestionsPerCore: Math.round(1000 / suggest.cpuMs),
    failed: search.failed + common.failed + suggest.failed,
    memoryMiB: store.residentMiB(),
    load: Number(loadavg()[0]?.toFixed(1)),
  }
}
