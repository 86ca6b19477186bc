import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import * as rules from '#contract/rules.ts'
import { type BenchBuyer, createReadyBuyers, fillStock } from './benchBuyers.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openStoreOn } from './benchStore.ts'

/**
 * A busy evening: shoppers whose pages poll the bag and their orders as real pages do; each second one in
 * 25 of them orders: `npm run bench:shop -- --seconds 600 --shoppers 500 --on postgres`.
 * Requests are sent on schedule, however slow the responses are. Reports latencies, event-loop lag
 * and memory.
 */
const options = optionsOf(process.argv.slice(2))
const { seconds = 600, shoppers, kinds, catalogue, profile, isJson } = options
/** Of 500 shoppers, 20 order each second. */
const ordersPerSecond = shoppers / 25
const watchEveryMs = 10_000

type Sample = { atMs: number; residentMiB: number; loopDelayMs: number }
type CallTiming = { call: string; tookMs: number; failure?: string }

const table: Record<string, object> = {}
for (const kind of kinds) {
  const store = await openStoreOn(kind, { catalogue, profile })
  try {
    table[kind] = await simulateEvening(store)
  } finally {
    await store.stop()
  }
}
console.table(table)
if (isJson) console.log(JSON.stringify(table))

async function simulateEvening(store: BenchStore) {
  await fillStock(store.db)
  const visitors = await createReadyBuyers(store.db, shoppers)
  // More shoppers than turns, so that nobody orders twice.
  const buyersMs = (seconds + 5) * 1000
  const buyers = await createReadyBuyers(store.db, Math.ceil((buyersMs / 1000) * ordersPerSecond))
  const timings: CallTiming[] = []
  const samples: Sample[] = []
  const pending: Promise<unknown>[] = []
  const sendRequest = (call: string, path: string, init: RequestInit) =>
    pending.push(
      timeRequest(store.origin + path, init).then((response) =>
        timings.push({ call, ...response }),
      ),
    )

  const { badgePollMs, refetchMs } = rules.cart
  const stops = [
    startPolling(visitors, badgePollMs, (buyer) =>
      sendRequest('bag, for its number', cartPath(buyer), buyer),
    ),
    startPolling(visitors, refetchMs, (buyer) => sendRequest('bag', cartPath(buyer), buyer)),
    startPolling(visitors, rules.orders.pollMs, (buyer) =>
      sendRequest('orders', '/api/orders/view', buyer),
    ),
    startPolling(buyers, buyersMs, (buyer) =>
      sendRequest('order', '/api/cart/checkout', orderRequest(buyer)),
    ),
    recordSamples(store, samples),
  ]
  const cpuBefore = store.cpuMs()
  await pause(seconds * 1000)
  for (const stop of stops) stop()
  await Promise.all(pending)
  return summarize(timings, samples, store.cpuMs() - cpuBefore)
}

function cartPath({ userId }: BenchBuyer): string {
  return `/api/cart/view/${userId}`
}

function orderRequest({ headers, order }: BenchBuyer): RequestInit {
  return {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(order),
  }
}

/** Sends one request of each shopper within `withinMs`, evenly spread, and starts again. */
function startPolling(all: BenchBuyer[], withinMs: number, send: (buyer: BenchBuyer) => void) {
  const startedMs = performance.now()
  let turn = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) / withinMs) * all.length
    while (turn < due) send(all[turn++ % all.length] as BenchBuyer)
  }, 10)
  return () => clearInterval(timer)
}

async function timeRequest(url: string, init: RequestInit): Promise<Omit<CallTiming, 'call'>> {
  const startedMs = performance.now()
  try {
    const response = await fetch(url, init)
    await response.arrayBuffer()
    const tookMs = performance.now() - startedMs
    return response.ok ? { tookMs } : { tookMs, failure: String(response.status) }
  } catch (error) {
    return { tookMs: performance.now() - startedMs, failure: String(error) }
  }
}

function recordSamples(store: BenchStore, samples: Sample[]) {
  const takeSample = async () => {
    const text = await fetch(`${store.origin}/metrics`).then(
      (response) => response.text(),
      () => '',
    )
    const delay = /^pehno_event_loop_delay_seconds (\S+)/m.exec(text)?.[1]
    const loopDelayMs = Number(delay) * 1000
    samples.push({ atMs: performance.now(), residentMiB: store.residentMiB(), loopDelayMs })
  }
  void takeSample()
  const timer = setInterval(() => void takeSample(), watchEveryMs)
  return () => clearInterval(timer)
}

/** Memory growth is measured from the middle of the run, when every call has been made. */
function summarize(timings: CallTiming[], samples: Sample[], cpuMs: number) {
  const times = timings.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  const delays = samples.slice(1).map(({ loopDelayMs }) => loopDelayMs)
  const [middle, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)]
  const failures = timings.flatMap(({ call, failure }) => (failure ? [`${call}: ${failure}`] : []))
  if (failures.length > 0) console.log([...new Set(failures)].slice(0, 10))
  const orders = timings.filter(({ call }) => call === 'order').length
  return {
    perSecond: Math.round(timings.length / seconds),
    orders,
    failed: failures.length,
    p50Ms: Math.round(percentile(times, 0.5)),
    p99Ms: Math.round(percentile(times, 0.99)),
    loopP99Ms: Math.max(...delays),
    cpuShare: Number((cpuMs / (seconds * 1000)).toFixed(2)),
    MiB: last?.residentMiB,
    grownMiB: (last?.residentMiB ?? 0) - (middle?.residentMiB ?? 0),
    load: Math.round(loadavg()[1] ?? 0),
  }
}

function percentile(sorted: number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? NaN
}
