import {
  responseEvidence,
  type Connectivity,
  reduceConnectivity,
  type Evidence,
  isInDoubt,
  probe,
  unknownConnectivity,
} from '#platform/connectivity/connectivity.ts'
import type { FromWorker } from '#platform/serviceWorker/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The worker is stopped whenever it is idle: what it knew is kept here. */
const memory = { cacheName: 'connectivity', key: '/connectivity' }

let known: Connectivity | undefined
let probing: Promise<void> | undefined

/** The state, from before this worker was last stopped if need be. */
export async function connectivity(): Promise<Connectivity> {
  if (known) return known
  const kept = await caches
    .open(memory.cacheName)
    .then((cache) => cache.match(memory.key))
    .catch(() => undefined)
  const remembered = kept ? ((await kept.json()) as Connectivity) : unknownConnectivity
  known ??= remembered
  return known
}

/** Takes in what happened to a request, and tells the pages if that changes the state. */
export async function observe(evidence: Evidence): Promise<void> {
  const before = await connectivity()
  const after = reduceConnectivity(known ?? before, evidence)
  known = after
  if (after.status !== before.status || after.reason !== before.reason) {
    await Promise.all([remember(after), tellPages(after)])
  }
  if (evidence.kind === 'failed' || evidence.kind === 'slow') await probeNow()
}

/** The answer to a request, taken in as evidence; so is a wait that had no end. */
export async function observeResponse(asked: Promise<Response>): Promise<Response> {
  const begunAt = Date.now()
  try {
    const answer = await asked
    void observe(responseEvidence(answer, begunAt, Date.now()))
    return answer
  } catch (error) {
    const wasStopped = error instanceof DOMException && error.name === 'AbortError'
    if (!wasStopped) void observe({ kind: 'failed', at: Date.now() })
    throw error
  }
}

/** Asks the store whether it is there; however many want to know, it is asked once. */
export async function probeNow(): Promise<void> {
  probing ??= probe()
    .then(observe)
    .finally(() => {
      probing = undefined
    })
  await probing
}

/**
 * Asks the store for a page. The pages are told also what has not changed: where a page's own evidence was
 * newer than what it was told last, it does not know it yet.
 */
export async function probeForPage(): Promise<void> {
  await probeNow()
  await tellPages(await connectivity())
}

/** Says the state to the pages, and looks again if it is in doubt. */
export async function broadcastConnectivity(): Promise<void> {
  const state = await connectivity()
  await tellPages(state)
  if (isInDoubt(state)) await probeNow()
}

/** Where nothing can be kept, the pages are told all the same. */
async function remember(state: Connectivity): Promise<void> {
  await caches
    .open(memory.cacheName)
    .then((cache) => cache.put(memory.key, Response.json(state)))
    .catch(() => undefined)
}

/** By `postMessage`: a BroadcastChannel would keep pages out of the back/forward cache. */
async function tellPages(state: Connectivity): Promise<void> {
  const message: FromWorker = { type: 'connectivity', connectivity: state }
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(message)
}
