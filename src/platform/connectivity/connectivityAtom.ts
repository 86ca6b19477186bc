import { atom, getDefaultStore } from 'jotai'

import { observeServerTime } from '#platform/serverTime.ts'
import { activeWorker, postToWorker } from '#platform/serviceWorker/workerClient.ts'
import { isFromWorker } from '#platform/serviceWorker/workerMessages.ts'
import {
  responseEvidence,
  type Connectivity,
  reduceConnectivity,
  type Evidence,
  needsProbe,
  prefersReducedData,
  probe,
  probePauseMs,
  unknownConnectivity,
} from './connectivity.ts'

const stateAtom = atom(unknownConnectivity)

/** The state of the connection that the page shows. */
export const connectivityAtom = atom((get) => get(stateAtom))

const store = getDefaultStore()

/** Whether to download less: the shopper or the network asks for it, or responses are slow or missing. */
export const isDataReduced = (): boolean => prefersReducedData() || needsProbe(store.get(stateAtom))

/** The shortest pause between two polls while data is saved. */
const reducedPollMs = 60_000

/** A pause between polls in ms: a longer one where data is to be saved. */
export const pollEvery = (ms: number): number =>
  prefersReducedData() ? Math.max(ms, reducedPollMs) : ms

let timer: ReturnType<typeof setTimeout> | undefined
let turn = 0
/** Set while this module dispatches the `online` event itself. */
let isRecovering = false

/** Records the result of a request, here and in the service worker. */
export function observe(evidence: Evidence): void {
  show(reduceConnectivity(store.get(stateAtom), evidence))
  postToWorker({ type: 'evidence', evidence })
}

/**
 * Records a response, unless the service worker served it from its cache. Only the duration of
 * reads counts: other calls may take long for reasons of their own.
 */
export function observeResponse(response: Response, sentAt: number, isRead = true): void {
  if (response.headers.has('x-sw-cache')) return
  observeServerTime(response, sentAt)
  observe(responseEvidence(response, sentAt, isRead ? Date.now() : sentAt))
}

/** Probes the store now. */
export async function probeNow(): Promise<void> {
  if (activeWorker()) postToWorker({ type: 'probe' })
  else show(reduceConnectivity(store.get(stateAtom), await probe()))
}

type OfflineFor = {
  ms: number
  /** Counts from here, in ms since 1970, if the store was unreachable before. */
  from?: number
}

/**
 * Calls `act` once the store has been unreachable for a time, at once if it already has been.
 * Returns a function that cancels it.
 */
export function whenOfflineFor({ ms, from = 0 }: OfflineFor, act: () => void): () => void {
  let wait: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(wait)
    const { status, since } = store.get(stateAtom)
    if (status !== 'offline') return
    // Not longer than from now, if the clock was set back.
    wait = setTimeout(act, Math.min(ms, Math.max(since, from) + ms - Date.now()))
  }
  follow()
  const stopFollowing = store.sub(stateAtom, follow)
  return () => {
    stopFollowing()
    clearTimeout(wait)
  }
}

/** Of the page's and the worker's state, the one with the newer evidence wins. */
function show(state: Connectivity): void {
  const before = store.get(stateAtom)
  if (state.at >= before.at) store.set(stateAtom, state)
  // SWR revalidates failed and stored data only on the browser's `online` event.
  if (before.status === 'offline' && store.get(stateAtom).status !== 'offline') {
    isRecovering = true
    globalThis.dispatchEvent?.(new Event('online'))
    isRecovering = false
  }
  if (!needsProbe(store.get(stateAtom))) turn = 0
  schedule()
}

/** Probes with growing pauses while the connection is in doubt and the page is visible. */
function schedule(): void {
  const isVisible = globalThis.document?.hidden === false
  if (timer !== undefined || !isVisible || !needsProbe(store.get(stateAtom))) return
  const pauseMs = probePauseMs(turn++, Math.random())
  timer = setTimeout(() => {
    timer = undefined
    void probeNow().then(schedule)
  }, pauseMs)
}

/** Watches the connection as long as the page lives. */
export function watchConnectivity(): void {
  const link = (isUp: boolean) => {
    observe({ kind: 'link', isUp, at: Date.now() })
    turn = 0
    void probeNow()
  }
  addEventListener('online', () => isRecovering || link(true))
  addEventListener('offline', () => link(false))
  document.addEventListener('visibilitychange', () => {
    // The shopper may have logged in to the network meanwhile.
    clearTimeout(timer)
    timer = undefined
    turn = 0
    schedule()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (isFromWorker(data) && data.type === 'connectivity') show(data.connectivity)
  })
  navigator.serviceWorker?.startMessages()
  postToWorker({ type: 'get-connectivity' })
  if (!navigator.onLine) link(false)
}
