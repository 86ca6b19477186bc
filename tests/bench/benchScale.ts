import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { and, between, eq } from 'drizzle-orm'

import { products as productTable } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { vacuumDatabase } from '#server/database/openDatabase.ts'
import { findPostgres, postgresAdvice } from '#tests/support/database/findPostgres.ts'
import { growCatalogue, growOrders } from '#tests/support/database/scaleCatalogue.ts'
import { planPrefix, startPostgres } from '#tests/support/database/startPostgres.ts'
import { createReadyBuyers } from './benchBuyers.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openBenchStore } from './benchStore.ts'
import { type Figures, measure } from './measure.ts'
import { medianOf } from './medianOf.ts'
import { scaleVisitor } from './scaleVisitor.ts'

/**
 * Response times as the catalogue grows: every read call and the pages, cold and warm, on a private
 * PostgreSQL; how soon a change shows in lists; then 500 connections at once while customers order. `npm run bench:scale --
 * --products 500,44000 --orders 100000 --seconds 3 --only list,similar`.
 */
const options = optionsOf(['--connections', '20', ...process.argv.slice(2)])
const { seconds = 5, connections, products, orders, only, catalogue, profile, isJson } = options

const slowMs = 50
const coldRequests = 5
const minSlowRequests = 3
const crowdConnections = 500
/** Enough stock that nobody is refused. */
const largeStock = 100_000
const crowdOrders = 200
const concurrentOrders = 4
/** Products that are changed one after the other, and how often a list is read until it shows the change. */
const changedProducts = 5
const pollMs = 50

type Row = Figures & {
  call: string
  products: number
  coldMs: number
  p99Ratio?: number
  load: number
}

const programs = findPostgres()
if (!programs) throw new Error(postgresAdvice)
const postgres = await startPostgres(programs, { isDurable: true, logsPlansMs: slowMs })
const rows: Row[] = []
const crowds: object[] = []
const changes: object[] = []
try {
  // Migrates the database and fills it with the demo catalogue, or the one that is given.
  await (await openBenchStore({ databaseUrl: postgres.url, catalogue })).stop()
  for (const size of products) {
    await growStore(size)
    const store = await openBenchStore({ databaseUrl: postgres.url, profile })
    try {
      await measureReads(store, size)
      if (!only || only.includes('changes'))
        changes.push({ products: size, ...(await measureChanges(store)) })
      if (!only || only.includes('crowd'))
        crowds.push({ products: size, ...(await measureCrowd(store)) })
      console.log(`${size} products: ${store.residentMiB()} MiB`)
    } finally {
      await store.stop()
    }
  }
} finally {
  await postgres.stop()
}
console.table(rows)
console.table(changes)
console.table(crowds)
if (isJson) console.log(JSON.stringify({ rows, changes, crowds }))

/** The number of orders grows with the products. */
async function growStore(size: number): Promise<void> {
  const { db, close } = openConnection(postgres.url, 'background')
  const startedMs = performance.now()
  await growCatalogue(db, size)
  await db
    .update(stockLevels)
    .set({ onHand: largeStock })
    .where(between(stockLevels.onHand, 1, 1000))
  await growOrders(db, Math.ceil((orders * size) / Math.max(...products)))
  await vacuumDatabase(db)
  await close()
  console.log(`${size} products in ${Math.round((performance.now() - startedMs) / 1000)} s`)
}

async function measureReads(store: BenchStore, size: number): Promise<void> {
  const visitor = await scaleVisitor(store.db)
  for (const [call, next] of Object.entries(visitor)) {
    if (only && !only.includes(call)) continue
    postgres.readLog()
    const coldMs = await slowestOf(store, next)
    const figures = await measure(store, { connections, seconds }, () => ({ path: next() }))
    const first = rows.find((row) => row.call === call)
    const p99Ratio = first && Number((figures.p99Ms / Math.max(1, first.p99Ms)).toFixed(1))
    const load = Math.round(loadavg()[0] ?? 0)
    rows.push({ call, products: size, coldMs, ...figures, ...(p99Ratio && { p99Ratio }), load })
    const slow = slowestPlan(postgres.readLog())
    if (slow) console.log(`${call}, ${size} products:\n${slow}`)
  }
}

/** The slowest of the first requests, sent one after the other before anything is cached. */
async function slowestOf(store: BenchStore, next: () => string): Promise<number> {
  let slowest = 0
  for (let turn = 0; turn < coldRequests; turn++) {
    const startedMs = performance.now()
    await (await fetch(store.origin + next())).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - startedMs)
  }
  return Math.round(slowest)
}

/**
 * The slowest of the slow statements with its plan; one or two alone may be due to a busy machine.
 */
function slowestPlan(log: string): string | undefined {
  const msOf = (entry: string) => Number(/duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0)
  const plans = log.split(planPrefix).filter((entry) => entry.includes('plan:'))
  if (plans.length < minSlowRequests) return undefined
  return plans.sort((one, other) => msOf(other) - msOf(one))[0]
}

/**
 * How long it takes until a new price and a sold-out product are right in filtered lists, with the second for which a
 * response is cached, while the usual connections read: medians and the slowest.
 */
async function measureChanges(store: BenchStore) {
  const visitor = Object.values(await scaleVisitor(store.db))
  const isOver = { now: false }
  const readers = Array.from({ length: connections }, async (_, nth) => {
    for (let turn = nth; !isOver.now; turn++) {
      const path = visitor[turn % visitor.length]?.() ?? '/'
      await (await fetch(store.origin + path)).arrayBuffer()
    }
  })
  const onSale = and(isPublished, eq(productTable.isInStock, true))
  const ids = await store.db
    .select({ id: productTable.id })
    .from(productTable)
    .where(onSale)
    .limit(changedProducts)
  const [priceMs, soldOutMs]: [number[], number[]] = [[], []]
  for (const [nth, { id }] of ids.entries()) {
    const rupees = 800_000 + nth
    const list = `/api/products/list?priceMin=${rupees}&priceMax=${rupees}&inStock=true`
    const price = { mrpPaise: rupees * 100, pricePaise: rupees * 100 }
    await store.db.update(productTable).set(price).where(eq(productTable.id, id))
    priceMs.push(await msUntilCount(store.origin + list, 1))
    await store.db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, id))
    soldOutMs.push(await msUntilCount(store.origin + list, 0))
  }
  isOver.now = true
  await Promise.all(readers)
  return {
    priceP50Ms: medianOf(priceMs),
    priceMaxMs: Math.max(...priceMs),
    soldOutP50Ms: medianOf(soldOutMs),
    soldOutMaxMs: Math.max(...soldOutMs),
  }
}

async function msUntilCount(url: string, count: number): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    const response = await fetch(url)
    const body = response.ok ? ((await response.json()) as { result: { data: object[] } }) : null
    if (body?.result.data.length === count) return Math.round(performance.now() - startedMs)
    await sleep(pollMs)
  }
}

/** Reads of all kinds from 500 connections at once, while customers order. */
async function measureCrowd(store: BenchStore) {
  const visitor = Object.values(await scaleVisitor(store.db))
  let turn = 0
  const next = () => (visitor[turn++ % visitor.length] as () => string)()
  const buyers = await createReadyBuyers(store.background, crowdOrders)
  const reading = autocannon({
    url: store.origin,
    connections: crowdConnections,
    duration: Math.max(10, 2 * seconds),
    workers: 1,
    requests: Array.from({ length: 500 }, () => ({ path: next() })),
  })
  const isOver = { now: false }
  const refusals = recordRefusals(store, next, isOver)
  const ordered = await orderAll(store, buyers)
  const result = await reading
  isOver.now = true
  const byStatus = Object.entries(result.statusCodeStats ?? {})
  return {
    ...Object.fromEntries(byStatus.map(([status, { count = 0 }]) => [status, count])),
    broken: result.errors - result.timeouts,
    timedOut: result.timeouts,
    readsP50Ms: result.latency.p50,
    readsP99Ms: result.latency.p99,
    ...ordered,
    ...(await refusals),
  }
}

async function orderAll(store: BenchStore, buyers: Awaited<ReturnType<typeof createReadyBuyers>>) {
  const waiting = [...buyers]
  const tookMs: number[] = []
  let refusedOrders = 0
  await Promise.all(
    Array.from({ length: concurrentOrders }, async () => {
      for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
        const startedMs = performance.now()
        const { status } = await fetch(`${store.origin}/api/cart/checkout`, {
          method: 'POST',
          headers: { ...buyer.headers, 'Idempotency-Key': randomUUID() },
          body: JSON.stringify(buyer.order),
        })
        tookMs.push(performance.now() - startedMs)
        if (status !== 200) refusedOrders += 1
      }
    }),
  )
  tookMs.sort((one, other) => one - other)
  const at = (part: number) => Math.round(tookMs[Math.floor(tookMs.length * part)] ?? NaN)
  return { orders: tookMs.length, refusedOrders, ordersP50Ms: at(0.5), ordersP99Ms: at(0.99) }
}

/** Another visitor records how long a refusal takes and whether it has `Retry-After`. */
async function recordRefusals(store: BenchStore, next: () => string, isOver: { now: boolean }) {
  let slowestRefusalMs = 0
  let withoutRetryAfter = 0
  while (!isOver.now) {
    const startedMs = performance.now()
    const response = await fetch(store.origin + next())
    await response.arrayBuffer()
    if (response.status !== 503) continue
    slowestRefusalMs = Math.max(slowestRefusalMs, Math.round(performance.now() - startedMs))
    if (!response.headers.has('Retry-After')) withoutRetryAfter += 1
  }
  return { slowestRefusalMs, withoutRetryAfter }
}
