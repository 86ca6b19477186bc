import { atom, getDefaultStore } from 'jotai'

import { activeWorker, postToWorker } from '#platform/serviceWorker/workerClient.ts'
import { isFromWorker } from '#platform/serviceWorker/workerMessages.ts'
import {
  responseEvidence,
  type Connectivity,
  reduceConnectivity,
  type Evidence,
  isInDoubt,
  probe,
  probePauseMs,
  unknownConnectivity,
} from './connectivity.ts'

const stateAtom = atom(unknownConnectivity)

/** Whether the store can be reached, as far as anyone here knows. */
export const connectivityAtom = atom((get) => get(stateAtom))

const store = getDefaultStore()
let timer: ReturnType<typeof setTimeout> | undefined
let turn = 0
/** Set while this module itself says that the connection is back. */
let isRecovering = false

/** Takes in what happened to a request of this page. The worker hears of it too. */
export function observe(evidence: Evidence): void {
  show(reduceConnectivity(store.get(stateAtom), evidence))
  postToWorker({ type: 'evidence', evidence })
}

/**
 * An answer to a request sent at `begunAt` as evidence, unless the worker had it in store. Only how
 * long a read takes tells of the connection: other calls may have much to do.
 */
export function observeResponse(answer: Response, begunAt: number, isRead = true): void {
  if (!answer.headers.has('x-sw-cache'))
    observe(responseEvidence(answer, begunAt, isRead ? Date.now() : begunAt))
}

/** Asks now whether the store is there. */
export async function probeNow(): Promise<void> {
  if (activeWorker()) postToWorker({ type: 'probe' })
  else show(reduceConnectivity(store.get(stateAtom), await probe()))
}

/** Calls `act` once the store has been out of reach for so long from now on. Gives the way to stop that. */
export function whenOfflineFor(ms: number, act: () => void): () => void {
  let wait: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    if (store.get(stateAtom).status === 'offline') {
      wait ??= setTimeout(act, ms)
    } else {
      clearTimeout(wait)
      wait = undefined
    }
  }
  follow()
  const stopFollowing = store.sub(stateAtom, follow)
  return () => {
    stopFollowing()
    clearTimeout(wait)
  }
}

/** Whose evidence is newer, the page's or the worker's, is right. */
function show(state: Connectivity): void {
  const before = store.get(stateAtom)
  if (state.at >= before.at) store.set(stateAtom, state)
  // SWR reads again what failed, or came from storage, on the browser's event only.
  if (before.status === 'offline' && store.get(stateAtom).status !== 'offline') {
    isRecovering = true
    globalThis.dispatchEvent?.(new Event('online'))
    isRecovering = false
  }
  if (!isInDoubt(store.get(stateAtom))) turn = 0
  schedule()
}

/** While in doubt and looked at, it is asked again and again, less and less often. */
function schedule(): void {
  // Without a document there is nobody left to look at it.
  const isSeen = globalThis.document?.hidden === false
  if (timer !== undefined || !isSeen || !isInDoubt(store.get(stateAtom))) return
  const pauseMs = probePauseMs(turn++, Math.random())
  timer = setTimeout(() => {
    timer = undefined
    void probeNow().then(schedule)
  }, pauseMs)
}

/** Follows the line for as long as the page lives. */
export function watchConnectivity(): void {
  const link = (isUp: boolean) => {
    observe({ kind: 'link', isUp, at: Date.now() })
    turn = 0
    void probeNow()
  }
  addEventListener('online', () => isRecovering || link(true))
  addEventListener('offline', () => link(false))
  document.addEventListener('visibilitychange', () => {
    // Whoever comes back may have logged in to their network meanwhile.
    clearTimeout(timer)
    timer = undefined
    turn = 0
    schedule()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (isFromWorker(data) && data.type === 'connectivity') show(data.connectivity)
  })
  navigator.serviceWorker?.startMessages()
  postToWorker({ type: 'connectivity?' })
  if (!navigator.onLine) link(false)
}
