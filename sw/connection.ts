import {
  responseEvidence,
  type Connectivity,
  reduceConnectivity,
  type Evidence,
  needsProbe,
  prefersReducedData,
  probe,
  unknownConnectivity,
} from '#platform/connectivity/connectivity.ts'
import type { FromWorker } from '#platform/serviceWorker/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The browser stops an idle worker, so its state is stored here. */
const storedState = { cacheName: 'connectivity', key: '/connectivity' }

let current: Connectivity | undefined
let probing: Promise<void> | undefined

/** The state of the connection, read from storage after a restart of the worker. */
export async function connectivity(): Promise<Connectivity> {
  if (current) return current
  const stored = await caches
    .open(storedState.cacheName)
    .then((cache) => cache.match(storedState.key))
    .then((response) => response?.json() as Promise<Connectivity> | undefined)
    .catch(() => undefined)
  current ??= stored ?? unknownConnectivity
  return current
}

/** Whether to download less: the shopper or the network asks for it, or responses are slow or missing. */
export const isDataReduced = async (): Promise<boolean> =>
  prefersReducedData() || needsProbe(await connectivity())

/** Records the result of a request, and notifies the pages if the state changes. */
export async function observe(evidence: Evidence): Promise<void> {
  const before = await connectivity()
  const after = reduceConnectivity(current ?? before, evidence)
  current = after
  if (after.status !== before.status || after.reason !== before.reason) {
    await Promise.all([storeConnectivity(after), notifyPages(after)])
  }
  if (evidence.kind === 'failed' || evidence.kind === 'slow') await probeNow()
}

/** Awaits a response and records it as evidence, and so a timeout. */
export async function observeResponse(responsePromise: Promise<Response>): Promise<Response> {
  const sentAt = Date.now()
  try {
    const response = await responsePromise
    void observe(responseEvidence(response, sentAt, Date.now()))
    return response
  } catch (error) {
    const wasStopped = error instanceof DOMException && error.name === 'AbortError'
    if (!wasStopped) void observe({ kind: 'failed', at: Date.now() })
    throw error
  }
}

/** Probes the store; concurrent callers share one probe. */
async function probeNow(): Promise<void> {
  probing ??= probe()
    .then(observe)
    .finally(() => {
      probing = undefined
    })
  await probing
}

/**
 * Probes the store for a page. The pages get the state even if it is unchanged, because a page may
 * have newer evidence of its own.
 */
export async function probeForPage(): Promise<void> {
  await probeNow()
  await notifyPages(await connectivity())
}

/** Sends the state to the pages, and probes again while it is in doubt. */
export async function broadcastConnectivity(): Promise<void> {
  const state = await connectivity()
  await notifyPages(state)
  if (needsProbe(state)) await probeNow()
}

/** The pages are notified even if the state cannot be stored. */
async function storeConnectivity(state: Connectivity): Promise<void> {
  await caches
    .open(storedState.cacheName)
    .then((cache) => cache.put(storedState.key, Response.json(state)))
    .catch(() => undefined)
}

/**
 * Uses `postMessage`, because a BroadcastChannel would exclude pages from the back/forward cache.
 */
async function notifyPages(state: Connectivity): Promise<void> {
  const message: FromWorker = { type: 'connectivity', connectivity: state }
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(message)
}
