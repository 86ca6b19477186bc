import type { IncomingMessage } from 'node:http'

import type { ErrorReply } from '#contract/errors.ts'
import { httpsOnlyHeader, securityHeaders } from '#server/app/documents/contentPolicy.ts'
import { isNeededToOrder, isOwnRead } from './readPriority.ts'

/** Reads that are being answered at the same time: beyond these the database would only queue. */
const maxConcurrentReads = 200
/** Customers who are logged in come before visitors, but do not wait for minutes either. */
const maxCustomerReads = 2 * maxConcurrentReads
/** Own reads whose token this process has not seen before, beyond which they count as a visitor's. */
const maxUnverifiedTokens = 20

/** How late this process may look up from its work, where so many reads came meanwhile. */
const lookEveryMs = 20
const latestMs = 50
const fewest = 50

/** The part of the reads that is sent away grows while they are too many, and then shrinks again. */
const [grows, shrinks, most] = [0.1, 0.02, 0.95]

/** So many who were refused may wait to be told. */
const mostWaiting = 5000

const tooBusy: ErrorReply = {
  success: false,
  code: 'unavailable',
  msg: 'The store is very busy. Please try again in a moment.',
}
const refusal = JSON.stringify(tooBusy)
const refusalHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'Retry-After': '2',
  'x-api': '1',
  ...securityHeaders,
}

/** How a process keeps up with its reads. */
export type LoadMonitor = {
  /** The part of them that is too much for it. */
  share: number
  /** Those being answered, and those that came since it looked last. */
  atOnce: number
  begun: number
  /** All that were sent away since the process began. */
  refused: number
}

/** Looks again and again, as long as the process has other things to do. */
export function startLoadMonitor(): LoadMonitor {
  const watch = { share: 0, atOnce: 0, begun: 0, refused: 0 }
  let lookedMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    sampleLoad(watch, nowMs - lookedMs - lookEveryMs)
    lookedMs = nowMs
  }, lookEveryMs).unref()
  return watch
}

/** A machine that is slow with other things is no reason to send anyone away: many reads are. */
export function sampleLoad(watch: LoadMonitor, lateMs: number): void {
  const isTooMuch = lateMs > latestMs && watch.begun >= fewest
  const share = watch.share + (isTooMuch ? grows : -shrinks)
  watch.share = Math.min(most, Math.max(0, share))
  watch.begun = 0
}

type Env = { incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'> }
type Answer<Asked extends Env> = (request: Request, env: Asked) => Response | Promise<Response>

type Options = {
  refusedAfterMs?: number
  /** Whether a token is known to belong to an open session, without asking the database. */
  isLiveToken?: (token: string) => boolean
  /** Whether the store is reached over https alone. */
  isSecure?: boolean
}

/**
 * Refuses visitors' reads that come faster than they can be answered, soon and with a word when to
 * come back, so that nobody waits long. Soon and not at once, as the next request of a client that does
 * not listen would be there at once as well. It stands before all else, since a refusal has to be
 * cheap. Customers who are logged in are refused much later, and what an order needs never.
 */
export function createLoadShedder<Asked extends Env>(
  answer: Answer<Asked>,
  watch: LoadMonitor,
  { refusedAfterMs = 0, isLiveToken = () => false, isSecure = false }: Options = {},
) {
  const headers = { ...refusalHeaders, ...(isSecure && httpsOnlyHeader) }
  const refusalNow = () => new Response(refusal, { status: 503, headers })
  let waiting = 0
  let unproven = 0

  async function refuseLater(): Promise<Response> {
    waiting += 1
    await new Promise((over) => setTimeout(over, refusedAfterMs))
    waiting -= 1
    return refusalNow()
  }

  /**
   * A token counts once it was proven to be live: anybody can make up one of the right form. The first
   * own read of a customer has to be let through to prove it; of those only a few at a time.
   */
  function callerOf({ incoming: { url = '', headers } }: Env): Caller {
    const token = tokenForm.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) return 'visitor'
    if (isLiveToken(token)) return 'customer'
    return isOwnRead(url) && unproven < maxUnverifiedTokens ? 'unproven' : 'visitor'
  }

  return (request: Request, env: Asked): Response | Promise<Response> => {
    if (!isRead(env)) return answer(request, env)
    watch.begun += 1
    const caller = callerOf(env)
    if (isTooMuch(watch, caller, env)) {
      watch.refused += 1
      const isLate = refusedAfterMs > 0 && waiting < mostWaiting
      return isLate ? refuseLater() : refusalNow()
    }
    watch.atOnce += 1
    if (caller === 'unproven') unproven += 1
    return Promise.resolve(answer(request, env)).finally(() => {
      watch.atOnce -= 1
      if (caller === 'unproven') unproven -= 1
    })
  }
}

type Caller = 'customer' | 'unproven' | 'visitor'

const tokenForm = /^Bearer ([\w-]{43})$/

/** What anybody may read is refused to customers too, though half as often. */
function isTooMuch(
  { share, atOnce }: LoadMonitor,
  caller: Caller,
  { incoming: { url = '' } }: Env,
) {
  if (caller === 'visitor') return atOnce >= maxConcurrentReads || Math.random() < share
  return atOnce >= maxCustomerReads || (!isOwnRead(url) && Math.random() < share / 2)
}

/** What an order needs is none, though it is asked for with a GET. */
function isRead({ incoming: { method, url = '' } }: Env): boolean {
  const isReading = method === 'GET' || method === 'HEAD'
  return isReading && url.startsWith('/api/') && !isNeededToOrder(url)
}
