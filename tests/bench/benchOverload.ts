import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openStoreOn } from './benchStore.ts'
import { measureAttacks } from './attacks.ts'
import { benchVisitor } from './benchVisitor.ts'
import { measure } from './measure.ts'

/**
 * Five times the load that the store is built for, from many connections: whether refused requests
 * have `Retry-After`, whether the store stays reachable, and whether it recovers quickly;
 * then OTP verification and orders during two attacks: `npm run bench:overload -- --seconds 60 --on
 * postgres`.
 */
const options = optionsOf(process.argv.slice(2))
const { seconds = 60, connections, kinds, only, catalogue, profile, isJson } = options
const requestsPerSecond = 5 * 3000
const floodConnections = 1000
const shortSeconds = 5
const probeEveryMs = 200

const table: Record<string, object> = {}
const attacks: object[] = []
for (const kind of kinds) {
  const store = await openStoreOn(kind, { catalogue, profile })
  try {
    if (!only || only.includes('lists')) {
      const visitor = await benchVisitor(store.db)
      table[`${kind}, cached lists`] = await flood(store, visitor.list)
      table[`${kind}, filtered lists`] = await flood(store, visitor.filtered)
    }
    if (!only || only.includes('attacks')) attacks.push(...(await measureAttacks(store, kind)))
  } finally {
    await store.stop()
  }
}
console.table(table)
console.table(attacks)
if (isJson) console.log(JSON.stringify({ table, attacks }))

async function flood(store: BenchStore, next: () => string) {
  const usualLoad = { connections, seconds: shortSeconds }
  const measureUsual = () => measure(store, usualLoad, () => ({ path: next() }))
  const before = await measureUsual()
  const isOver = { now: false }
  const cpuBefore = store.cpuMs()
  const probes = probeStore(store, next, isOver)
  // In a thread of its own, so that the probes do not wait for it.
  const result = await autocannon({
    url: store.origin,
    connections: floodConnections,
    overallRate: requestsPerSecond,
    duration: seconds,
    workers: 1,
    requests: Array.from({ length: 200 }, () => ({ path: next() })),
  })
  isOver.now = true
  const cpuMs = store.cpuMs() - cpuBefore
  const probeResults = await probes
  await pause(shortSeconds * 1000)
  const after = await measureUsual()
  const byStatus = Object.entries(result.statusCodeStats ?? {})
  const counts = Object.fromEntries(byStatus.map(([status, { count = 0 }]) => [status, count]))
  return {
    askedPerSecond: Math.round(result.requests.average),
    ...counts,
    broken: result.errors,
    cpuMs: Number((cpuMs / result.requests.total).toFixed(3)),
    cpuShare: Number((cpuMs / (seconds * 1000)).toFixed(2)),
    p99Ms: result.latency.p99,
    ...probeResults,
    before: before.perSecond,
    after: after.perSecond,
    afterP99Ms: after.p99Ms,
    MiB: store.residentMiB(),
    load: Math.round(loadavg()[0] ?? 0),
  }
}

/** Probes the store regularly, as monitoring does, and as another visitor. */
async function probeStore(store: BenchStore, next: () => string, isOver: { now: boolean }) {
  const health: number[] = []
  let withoutRetryAfter = 0
  while (!isOver.now) {
    const startedMs = performance.now()
    await fetch(`${store.origin}/healthz`).catch(() => undefined)
    health.push(performance.now() - startedMs)
    const response = await fetch(store.origin + next()).catch(() => undefined)
    await response?.arrayBuffer()
    if (!isProperResponse(response)) withoutRetryAfter += 1
    await pause(probeEveryMs)
  }
  health.sort((a, b) => a - b)
  const percentile = (part: number) => Math.round(health[Math.floor(health.length * part)] ?? NaN)
  return { healthP50Ms: percentile(0.5), healthP99Ms: percentile(0.99), withoutRetryAfter }
}

/** A response, or a refusal with `Retry-After`. */
function isProperResponse(response: Response | undefined): boolean {
  if (!response) return false
  return (
    response.ok || ([429, 503].includes(response.status) && response.headers.has('Retry-After'))
  )
}
