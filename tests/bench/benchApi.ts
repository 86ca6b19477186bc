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
  const tell = (call: string, figures: Figures) =>
    rows.push({ database: kind, call, ...figures, load: Math.round(loadavg()[0] ?? 0) })
  const run = { connections, seconds }

  const visitor = await benchVisitor(store.db)
  for (const [call, next] of Object.entries(visitor)) {
    if (wants(call)) tell(call, await measure(store, run, () => ({ path: next() })))
  }
  await fillStock(store.db)
  if (wants('home')) tell('home', await measure(store, run, () => ({ path: '/' })))
  if (wants('cart')) tell('cart', await measure(store, run, turns(await owners(store), viewOf)))
  if (wants('order')) {
    const count = Math.ceil(ordersPerSecond[kind] * seconds)
    const buyers = await createReadyBuyers(store.db, count + warmUps + 2 * connections)
    // As in a store that has had orders: PostgreSQL's statistics know that the tables are not
    // empty.
    const warm = () => vacuumDatabase(store.db)
    const amounts = { connections, amount: count, warmUps, warm }
    tell('order', await measure(store, amounts, turns(buyers, orderOf)))
  }
}

function owners(store: BenchStore): Promise<BenchBuyer[]> {
  return createReadyBuyers(store.db, cartOwners)
}

/** Cycles through the items. */
function turns<One>(all: One[], requestOf: (one: One) => Request): () => Request {
  let turn = 0
  return () => requestOf(all[turn++ % all.length] as One)
}

function viewOf({ userId, headers }: BenchBuyer): Request {
  return { path: `/api/cart/view/${userId}`, headers }
}

function orderOf({ headers, order }: BenchBuyer): Request {
  return {
    method: 'POST',
    path: '/api/cart/checkout',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(order),
  }
}
