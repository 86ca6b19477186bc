import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import type { Request } from 'autocannon'

import { vacuumDatabase } from '#server/database/openDatabase.ts'
import { type BenchBuyer, createReadyBuyers, fillStock } from './benchBuyers.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openStoreOn } from './benchStore.ts'
import { benchVisitor } from './benchVisitor.ts'
import { type Figures, measure } from './measure.ts'

/**
 * Requests per second, p99 latency and CPU time of each call: `npm run bench:api -- --seconds 8
 * --on postgres,embedded --only order,suggest`. Every request differs from those before, except the
 * list, which is cached for all. Prints a table and, with --json, an object.
 */
const options = optionsOf(process.argv.slice(2))
const { seconds = 8, connections, kinds, only, catalogue, profile, isJson } = options

/** The minimum rate, from which the number of prepared buyers follows. */
const ordersPerSecond = { postgres: 300, embedded: 150 }
const cartOwners = 500
const warmUps = 300

type Row = { database: string; call: string } & Figures & { load: number }

const rows: Row[] = []
for (const kind of kinds as (keyof typeof ordersPerSecond)[]) {
  const store = await openStoreOn(kind, { catalogue, profile })
  try {
    await measureAll(kind, store)
    console.log(`${kind}: ${store.residentMiB()} MiB after load`)
  } finally {
    await store.stop()
  }
}
console.table(rows)
if (isJson) console.log(JSON.stringify(rows))

async function measureAll(kind: keyof typeof ordersPerSecond, store: BenchStore) {
  const wants = (call: string) => !only || only.includes(call)
  const addRow = (call: string, figures: Figures) =>
    rows.push({ database: kind, call, ...figures, load: Math.round(loadavg()[0] ?? 0) })
  const run = { connections, seconds }

  const visitor = await benchVisitor(store.db)
  for (const [call, next] of Object.entries(visitor)) {
    if (wants(call)) addRow(call, await measure(store, run, () => ({ path: next() })))
  }
  await fillStock(store.db)
  if (wants('home')) addRow('home', await measure(store, run, () => ({ path: '/' })))
  if (wants('cart'))
    addRow('cart', await measure(store, run, cycle(await createCartOwners(store), viewRequest)))
  if (wants('order')) {
    const count = Math.ceil(ordersPerSecond[kind] * seconds)
    const buyers = await createReadyBuyers(store.db, count + warmUps + 2 * connections)
    // PostgreSQL's statistics must know that the tables are not empty, as in a store with orders.
    const vacuum = () => vacuumDatabase(store.db)
    const amounts = { connections, amount: count, warmUps, warm: vacuum }
    addRow('order', await measure(store, amounts, cycle(buyers, orderRequest)))
  }
}

function createCartOwners(store: BenchStore): Promise<BenchBuyer[]> {
  return createReadyBuyers(store.db, cartOwners)
}

/** Cycles through the items. */
function cycle<Item>(all: Item[], requestOf: (item: Item) => Request): () => Request {
  let turn = 0
  return () => requestOf(all[turn++ % all.length] as Item)
}

function viewRequest({ userId, headers }: BenchBuyer): Request {
  return { path: `/api/cart/view/${userId}`, headers }
}

function orderRequest({ headers, order }: BenchBuyer): Request {
  return {
    method: 'POST',
    path: '/api/cart/checkout',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(order),
  }
}
