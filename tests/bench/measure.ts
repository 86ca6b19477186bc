import autocannon, { type Request } from 'autocannon'

import type { BenchStore } from './benchStore.ts'

export type Figures = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time per request, of the server and of PostgreSQL. */
  cpuMs: number
  dbCpuMs: number
  failed: number
}

/** A duration, or a number of requests. */
type Run = { connections: number } & (
  { seconds: number } | { amount: number; warmUps: number; warm: () => Promise<void> }
)

const browserHeaders = { 'Accept-Encoding': 'gzip, br' }

/** Sends requests as fast as the store responds, one at a time per connection, after a warm-up. */
export async function measure(store: BenchStore, run: Run, next: () => Request): Promise<Figures> {
  let responseMs = 0
  const send = (limit: { duration: number } | { amount: number }) =>
    autocannon({
      url: store.origin,
      connections: run.connections,
      ...limit,
      requests: [{ setupRequest: (request) => mergeRequests(request, next()) }],
      // Without this it ends at the next full second after the last response.
      setupClient: (client) => client.on('response', () => (responseMs = performance.now())),
    })
  await send('seconds' in run ? { duration: Math.min(10, run.seconds) } : { amount: run.warmUps })
  if ('warm' in run) await run.warm()
  const [before, databaseBefore] = [store.cpuMs(), store.databaseCpuMs()]
  const startedMs = performance.now()
  const result = await send('seconds' in run ? { duration: run.seconds } : { amount: run.amount })
  const tookMs = responseMs - startedMs
  const completed = result.requests.total
  const perRequest = (ms: number) => Number((ms / Math.max(1, completed)).toFixed(2))
  return {
    perSecond: Math.round((completed * 1000) / tookMs),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: perRequest(store.cpuMs() - before),
    dbCpuMs: perRequest(store.databaseCpuMs() - databaseBefore),
    failed: result.non2xx + result.errors,
  }
}

const mergeRequests = (request: Request, wanted: Request): Request => ({
  ...request,
  ...wanted,
  headers: { ...request.headers, ...browserHeaders, ...wanted.headers },
})
