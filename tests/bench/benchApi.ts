import autocannon from 'autocannon'

import { findPostgres, postgresAdvice } from '#tests/support/findPostgres.ts'
import { startPostgres } from '#tests/support/startPostgres.ts'
import { openBenchStore, type BenchStore } from './benchStore.ts'
import { benchShopper } from './benchShopper.ts'
import { optionsOf } from './benchOptions.ts'

/**
 * How many requests a second the calls of a shopper bear, how long the slowest hundredth waits and
 * what each costs the server: `npm run bench:api -- --seconds 8 --on postgres,embedded
 * --catalogue FILE --map FILE`. Prints a table and, with --json, one object more.
 */
const { seconds, kinds, catalogue, isJson } = optionsOf(process.argv.slice(2))
const connections = 20
const asBrowsersDo = { 'Accept-Encoding': 'gzip, br' }

type Row = {
  database: string
  call: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMs: number
  failed: number
}

const rows: Row[] = []
for (const kind of kinds) {
  const postgres = kind === 'postgres' ? await openPostgres() : undefined
  const store = await openBenchStore({ databaseUrl: postgres?.url, catalogue })
  try {
    rows.push(...(await measureAll(kind, store)))
    console.log(`${kind}: ${store.residentMiB()} MiB after load`)
  } finally {
    await store.stop()
    await postgres?.stop()
  }
}
console.table(rows)
if (isJson) console.log(JSON.stringify(rows))

async function openPostgres() {
  const programs = findPostgres()
  if (!programs) throw new Error(postgresAdvice)
  return startPostgres(programs)
}

async function measureAll(database: string, store: BenchStore): Promise<Row[]> {
  const shopper = await benchShopper(store.origin)
  const calls: [call: string, requests: autocannon.Request[]][] = [
    ['list', shopper.lists],
    ['list, searched', shopper.searches],
    ['product', shopper.products],
    ['suggest', shopper.suggestions],
    ['cart', shopper.carts],
    ['checkout, refused', shopper.checkouts],
    ['home page', [{ path: '/' }]],
  ]
  const measured: Row[] = []
  for (const [call, requests] of calls) {
    if (requests.length > 0) measured.push({ database, call, ...(await measure(store, requests)) })
  }
  return measured
}

async function measure(store: BenchStore, requests: autocannon.Request[]) {
  const run = (duration: number) =>
    autocannon({ url: store.origin, connections, duration, requests, headers: asBrowsersDo })
  await run(1)
  const before = store.cpuMs()
  const result = await run(seconds)
  const answered = result.requests.total
  return {
    perSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: Number(((store.cpuMs() - before) / Math.max(1, answered)).toFixed(2)),
    failed: result.non2xx + result.errors,
  }
}
