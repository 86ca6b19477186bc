import type { IncomingMessage } from 'node:http'

import type { ErrorResponse } from '#contract/errors.ts'
import { httpsOnlyHeader, securityHeaders } from '#server/app/documents/contentPolicy.ts'
import { allCalls, type AnyCallName } from '#contract/api/allCalls.ts'
import { limitStarts } from '#server/platform/runtime/limitStarts.ts'
import { keyPrefix } from '#server/platform/http/staffSessions.ts'
import { tooBusy } from './errorResponse.ts'

/** Visitors' reads in flight, those that wait for their turn included. Beyond this they would only wait longer. */
const maxConcurrentReads = 200
/** Logged-in customers take precedence over visitors, but their queue is bounded too. */
const maxCustomerReads = 2 * maxConcurrentReads
/** Personal reads in flight whose token this process has not verified yet; further ones count as visitors'. */
const maxUnverifiedTokens = 20

/** Public reads, pages and files that start in one turn of the event loop. */
const maxPerTurn = 2

/** The process is overloaded if a timer of `sampleEveryMs` fires this late after at least `minReads` reads. */
const sampleEveryMs = 20
const maxDelayMs = 50
const minReads = 50

/** Per sample, the rejected share rises by `shareUp` under overload and falls by `shareDown` otherwise. */
const [shareUp, shareDown, maxShare] = [0.1, 0.02, 0.95]

/** Rejections that may be delayed at the same time; further ones are sent at once. */
const maxDelayed = 5000

const rejection: ErrorResponse = {
  success: false,
  code: 'unavailable',
  msg: tooBusy,
}
const rejectionBody = JSON.stringify(rejection)
const rejectionHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'Retry-After': '2',
  'x-api': '1',
  ...securityHeaders,
}

export type LoadMonitor = {
  /** The share of visitors' reads to reject, 0 to 0.95. */
  rejectShare: number
  /** Reads in flight, and reads received since the last sample. */
  inFlight: number
  received: number
  /** Reads rejected since the process started. */
  rejected: number
}

/** Samples the event loop's delay. The timer does not keep the process alive. */
export function startLoadMonitor(): LoadMonitor {
  const monitor = { rejectShare: 0, inFlight: 0, received: 0, rejected: 0 }
  let sampledMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    sampleLoad(monitor, nowMs - sampledMs - sampleEveryMs)
    sampledMs = nowMs
  }, sampleEveryMs).unref()
  return monitor
}

/** A late timer alone is no overload: the machine may be busy with other work. Many reads must have arrived too. */
export function sampleLoad(monitor: LoadMonitor, delayMs: number): void {
  const isOverloaded = delayMs > maxDelayMs && monitor.received >= minReads
  const share = monitor.rejectShare + (isOverloaded ? shareUp : -shareDown)
  monitor.rejectShare = Math.min(maxShare, Math.max(0, share))
  monitor.received = 0
}

type Env = {
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>
  outgoing?: { destroyed: boolean }
}
type FetchHandler<CallEnv extends Env> = (
  request: Request,
  env: CallEnv,
) => Response | Promise<Response>

type ShedderOptions = {
  rejectDelayMs?: number
  /** Whether this process has verified the token before; must not query the database. */
  wasTokenVerified?: (token: string) => boolean
  /** Whether the store is served over HTTPS only; turns on HSTS. */
  isSecure?: boolean
}

/**
 * Rejects visitors' reads with 503 and `Retry-After` when the process cannot keep up. The rejection is
 * delayed by `rejectDelayMs`, because a client that ignores `Retry-After` would retry at once. It runs
 * before all other middleware, so that a rejection is cheap. Logged-in customers are rejected at twice
 * the load, and the reads that an order needs never are. Public reads, pages and
 * files start in turn (`limitStarts`).
 */
export function createLoadShedder<CallEnv extends Env>(
  fetch: FetchHandler<CallEnv>,
  monitor: LoadMonitor,
  { rejectDelayMs = 0, wasTokenVerified = () => false, isSecure = false }: ShedderOptions = {},
) {
  const headers = { ...rejectionHeaders, ...(isSecure && httpsOnlyHeader) }
  const createRejection = () => new Response(rejectionBody, { status: 503, headers })
  const startInTurn = limitStarts(maxPerTurn)
  let delayed = 0
  let unverified = 0

  async function rejectAfterDelay(): Promise<Response> {
    delayed += 1
    await new Promise((resolve) => setTimeout(resolve, rejectDelayMs))
    delayed -= 1
    return createRejection()
  }

  /**
   * A token counts only once it has been verified, since anybody can make up a well-formed one. The first
   * personal read verifies it, so a few unverified ones are let through at a time.
   */
  function classifyCaller({ incoming: { url = '', headers } }: Env): Caller {
    const token = bearerPattern.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) return 'visitor'
    if (wasTokenVerified(token)) return 'customer'
    return isPersonalRead(url) && unverified < maxUnverifiedTokens ? 'unverified' : 'visitor'
  }

  /** Nothing is read for clients that have left meanwhile. */
  const fetchInTurn = (request: Request, env: CallEnv) =>
    startInTurn(() => (env.outgoing?.destroyed ? emptyResponse() : fetch(request, env)))

  return (request: Request, env: CallEnv): Response | Promise<Response> => {
    const { url = '' } = env.incoming
    if (!isRead(env) || isNeededToOrder(url) || isProbe(url)) return fetch(request, env)
    if (!url.startsWith('/api/')) return fetchInTurn(request, env)
    monitor.received += 1
    const caller = classifyCaller(env)
    if (shouldReject(monitor, caller, env)) {
      monitor.rejected += 1
      const isDelayed = rejectDelayMs > 0 && delayed < maxDelayed
      return isDelayed ? rejectAfterDelay() : createRejection()
    }
    monitor.inFlight += 1
    if (caller === 'unverified') unverified += 1
    const isFirst = caller !== 'visitor' && isPersonalRead(url)
    const response = isFirst ? fetch(request, env) : fetchInTurn(request, env)
    return Promise.resolve(response).finally(() => {
      monitor.inFlight -= 1
      if (caller === 'unverified') unverified -= 1
    })
  }
}

type Caller = 'customer' | 'unverified' | 'visitor'

/** A session's token, or an API key. */
const bearerPattern = new RegExp(`^Bearer ((?:${keyPrefix})?[\\w-]{43})$`)

/** For a client that has left: nobody receives it. */
const emptyResponse = () => new Response(null, { status: 499 })

/** A customer's public reads are rejected half as often as a visitor's. */
function shouldReject(
  { rejectShare, inFlight }: LoadMonitor,
  caller: Caller,
  { incoming: { url = '' } }: Env,
) {
  if (caller === 'visitor') return inFlight >= maxConcurrentReads || Math.random() < rejectShare
  return inFlight >= maxCustomerReads || (!isPersonalRead(url) && Math.random() < rejectShare / 2)
}

/** Monitoring must not take a busy process for one that hangs. */
const isProbe = (url: string): boolean => /^\/(healthz|readyz|metrics)$/.test(url)

const isRead = ({ incoming: { method } }: Env): boolean => method === 'GET' || method === 'HEAD'

/**
 * Reads that placing or paying for an order needs. Checkout sends the public ones without a token even
 * when the shopper is logged in, so they cannot be recognized by the session.
 */
const orderReads = [
  'checkDelivery',
  'readShippingCharges',
  'readTryAndBuyTerms',
  'readStandardTerms',
  'readPayment',
  'sendPaymentLink',
] as const satisfies AnyCallName[]

const isNeededToOrder = matchPaths(orderReads)

/** Public reads that no order needs. They use their own connection pool, so that they cannot delay orders. */
export const isVisitorRead = (name: AnyCallName): boolean =>
  allCalls[name].method === 'GET' &&
  allCalls[name].access === 'public' &&
  !(orderReads as readonly AnyCallName[]).includes(name)

/** Reads of a customer's own data, and those of the staff. They need a session. */
export const isPersonalRead = matchPaths(
  (Object.keys(allCalls) as AnyCallName[]).filter(
    (name) => allCalls[name].method === 'GET' && allCalls[name].access !== 'public',
  ),
)

/** Matches the raw request URL (path and query) against the paths of these calls. */
function matchPaths(names: AnyCallName[]): (url: string) => boolean {
  const paths = names.map((name) => allCalls[name].path.replace(/:\w+/g, '[^/?]+'))
  const pattern = new RegExp(`^/api(${paths.join('|')})/?(\\?|$)`)
  return (url) => pattern.test(url)
}
