import { request } from '#contract/workerRules.ts'

const { softLimitMs } = request

/**
 * Whether the store can be reached, derived from the results of real requests. The worker and the
 * page apply the same rules to the same evidence; without a worker the page does it alone.
 */
export type Connectivity = {
  status: 'unknown' | 'online' | 'degraded' | 'offline'
  /** Why the store cannot be reached, or only slowly. */
  reason?: 'no-link' | 'unreachable' | 'timeout' | 'captive' | 'server'
  /**
   * When this status began, or the browser last said that the link is up, and when the last evidence
   * was recorded, in ms since 1970.
   */
  since: number
  at: number
}

type Observation =
  /** `isSlow`: the response arrived after the soft limit. */
  | { kind: 'response'; status: number; isOurs: boolean; isSlow?: boolean }
  /** The request failed without a response. Requests that we abort are not recorded. */
  | { kind: 'failed' }
  /** No response within the soft limit. */
  | { kind: 'slow' }
  | { kind: 'probe-failed' }
  /** The browser's own `online` state. "Down" is trusted, "up" proves nothing. */
  | { kind: 'link'; isUp: boolean }

export type Evidence = { at: number } & Observation

export const unknownConnectivity: Connectivity = { status: 'unknown', since: 0, at: 0 }

/** Sent by a gateway in front of the store: the connection works, the server does not. */
const gatewayErrors = new Set([502, 503, 504])

/** Whether the response comes from the store: every response of the API has this header. */
export const isFromStore = ({ headers }: Response) => headers.has('x-api')

/** Network Authentication Required (RFC 6585). */
const loginRequired = 511

/**
 * A captive portal responds in place of the store with a page or a redirect. An error without the
 * store's header comes from a gateway or a firewall.
 */
const isPortalStatus = (status: number) => status < 400 || status === loginRequired

export const isJson = ({ headers }: Response) =>
  Boolean(headers.get('content-type')?.startsWith('application/json'))

/** Whether a captive portal responded to an API call. A redirect that was not followed has status 0. */
export const isPortalResponse = (response: Response) =>
  !isFromStore(response) && !isJson(response) && isPortalStatus(response.status)

export function reduceConnectivity(before: Connectivity, evidence: Evidence): Connectivity {
  if (evidence.at < before.at) return before
  const { status, reason } = assess(before, evidence)
  const isNew = status !== before.status || (evidence.kind === 'link' && evidence.isUp)
  const since = isNew ? evidence.at : before.since
  return { status, ...(reason && { reason }), since, at: evidence.at }
}

type Assessment = Pick<Connectivity, 'status' | 'reason'>

function assess(before: Connectivity, evidence: Evidence): Assessment {
  switch (evidence.kind) {
    case 'response':
      if (!evidence.isOurs && isPortalStatus(evidence.status)) {
        return { status: 'offline', reason: 'captive' }
      }
      if (!evidence.isOurs || gatewayErrors.has(evidence.status)) {
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

/** Whether the store has to be probed. */
export const needsProbe = ({ status }: Connectivity) =>
  status === 'degraded' || status === 'offline'

const probePausesS = [0, 1, 2, 4, 8, 15, 30]

/** Pause before a probe, in ms, with a jitter of 20 percent. */
export function probePauseMs(turn: number, random: number): number {
  const seconds = probePausesS[Math.min(turn, probePausesS.length - 1)] ?? 0
  return seconds * 1000 * (0.8 + 0.4 * random)
}

/** Twice the soft limit, so that a slow connection is not taken for a lost one. */
const probeLimitMs = 2 * softLimitMs

/** Requests the health check, bypassing every cache. */
export async function probe(now: () => number = Date.now): Promise<Evidence> {
  const sentAt = now()
  try {
    const response = await fetch(`/healthz?${now().toString(36)}`, {
      cache: 'no-store',
      credentials: 'omit',
      // The login page of a captive portal is on another host, and following the redirect would
      // look like a failed request.
      redirect: 'manual',
      signal: AbortSignal.timeout(probeLimitMs),
    })
    return responseEvidence(response, sentAt, now())
  } catch {
    return { kind: 'probe-failed', at: now() }
  }
}

/**
 * The evidence of a response. It counts from the time the request was sent, so that a late response
 * does not hide a connection lost since. Without `now` the duration is not judged.
 */
export function responseEvidence(response: Response, at: number, now = at): Evidence {
  const isSlow = now - at > softLimitMs
  const { status } = response
  return { kind: 'response', status, isOurs: isFromStore(response), at, ...(isSlow && { isSlow }) }
}

/** `rtt`: the round trip in ms, as the browser has measured it lately. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string; rtt?: number }

const slowRoundTripMs = 800

/** Whether the shopper asks to save data, or the network is too slow for more (Network Information API). */
export function prefersReducedData(): boolean {
  // The server renders screens that ask this too.
  const device = globalThis.navigator as { connection?: NetworkInformation } | undefined
  const { saveData, effectiveType = '', rtt = 0 } = device?.connection ?? {}
  return saveData === true || /2g/.test(effectiveType) || rtt > slowRoundTripMs
}
