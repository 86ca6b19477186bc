import { request } from '#contract/workerRules.ts'

const { softLimitMs } = request

/**
 * Whether the store can be reached, worked out from what really happened to requests. The worker
 * and the page reduce the same evidence by the same rules; a page without a worker does it alone.
 */
export type Connectivity = {
  status: 'unknown' | 'online' | 'degraded' | 'offline'
  /** Why, where it is not simply fine. */
  reason?: 'no-link' | 'unreachable' | 'timeout' | 'captive' | 'server'
  /** When this status began, and when the last evidence came; in ms. */
  since: number
  at: number
}

type Observation =
  /** `isSlow`: the answer came, but only after the soft limit. */
  | { kind: 'answered'; status: number; isOurs: boolean; isSlow?: boolean }
  /** No answer at all; an abort of our own is no evidence. */
  | { kind: 'failed' }
  /** No answer for so long that a stored one had to do. */
  | { kind: 'slow' }
  | { kind: 'probe-failed' }
  /** What the browser believes of its link. Down is believed, up proves nothing. */
  | { kind: 'link'; isUp: boolean }

export type Evidence = { at: number } & Observation

export const unknownConnectivity: Connectivity = { status: 'unknown', since: 0, at: 0 }

/** Answers of a gateway in front of the store: the line is fine, the store is not. */
const troubled = new Set([502, 503, 504])

/** Whether the store itself sent this: every answer of the API carries the header. */
export const isFromStore = ({ headers }: Response) => headers.has('x-api')

/** Network Authentication Required (RFC 6585). */
const loginRequired = 511

/**
 * A captive portal answers in the place of the store with a page or a redirect of its own. An error
 * without the store's header comes from a gateway or a firewall in between instead.
 */
const isPortalStatus = (status: number) => status < 400 || status === loginRequired

export const isJson = ({ headers }: Response) =>
  Boolean(headers.get('content-type')?.startsWith('application/json'))

/** Whether a captive portal answered a call of the API. A redirect that was not followed has status 0. */
export const isPortalResponse = (answer: Response) =>
  !isFromStore(answer) && !isJson(answer) && isPortalStatus(answer.status)

export function reduceConnectivity(before: Connectivity, evidence: Evidence): Connectivity {
  if (evidence.at < before.at) return before
  const { status, reason } = judged(before, evidence)
  const since = status === before.status ? before.since : evidence.at
  return { status, ...(reason && { reason }), since, at: evidence.at }
}

type Judgement = Pick<Connectivity, 'status' | 'reason'>

function judged(before: Connectivity, evidence: Evidence): Judgement {
  switch (evidence.kind) {
    case 'answered':
      if (!evidence.isOurs && isPortalStatus(evidence.status)) {
        return { status: 'offline', reason: 'captive' }
      }
      if (!evidence.isOurs || troubled.has(evidence.status)) {
        return { status: 'online', reason: 'server' }
      }
      return evidence.isSlow ? { status: 'degraded', reason: 'timeout' } : { status: 'online' }
    case 'failed':
      return before.status === 'offline' ? before : { status: 'degraded', reason: 'unreachable' }
    case 'slow':
      return before.status === 'offline' ? before : { status: 'degraded', reason: 'timeout' }
    case 'probe-failed':
      if (before.status === 'offline') return before
      return { status: 'offline', reason: before.reason === 'timeout' ? 'timeout' : 'unreachable' }
    case 'link':
      return evidence.isUp ? before : { status: 'offline', reason: 'no-link' }
  }
}

/** In doubt the store is asked directly whether it is there. */
export const isInDoubt = ({ status }: Connectivity) => status === 'degraded' || status === 'offline'

const pausesS = [0, 1, 2, 4, 8, 15, 30]

/** How long to wait before asking the `turn`th time, with a fifth of chance in it. */
export function probePauseMs(turn: number, chance: number): number {
  const seconds = pausesS[Math.min(turn, pausesS.length - 1)] ?? 0
  return seconds * 1000 * (0.8 + 0.4 * chance)
}

/** Twice the soft limit: a connection that is only slow answers within it. */
const probeLimitMs = 2 * softLimitMs

/** Asks the store whether it is there, past every cache. */
export async function probe(now: () => number = Date.now): Promise<Evidence> {
  const begunAt = now()
  try {
    const answer = await fetch(`/healthz?${now().toString(36)}`, {
      cache: 'no-store',
      credentials: 'omit',
      // The login page of a captive portal is on another host: followed, it would look like no answer.
      redirect: 'manual',
      signal: AbortSignal.timeout(probeLimitMs),
    })
    return responseEvidence(answer, begunAt, now())
  } catch {
    return { kind: 'probe-failed', at: now() }
  }
}

/**
 * What an answer to a request sent `at` tells. It counts from then: an answer that was on its way
 * when the line went does not bring the line back. One of the store itself carries its mark. Without
 * `now`, how long it took is not judged.
 */
export function responseEvidence(answer: Response, at: number, now = at): Evidence {
  const isSlow = now - at > softLimitMs
  const { status } = answer
  return { kind: 'answered', status, isOurs: isFromStore(answer), at, ...(isSlow && { isSlow }) }
}

type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/** Whether the shopper or the connection asks for as few bytes as possible (Network Information API). */
export function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation }
  return Boolean(connection?.saveData) || /2g/.test(connection?.effectiveType ?? '')
}
