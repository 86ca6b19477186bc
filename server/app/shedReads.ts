import type { IncomingMessage } from 'node:http'

import type { ErrorReply } from '#contract/errors.ts'
import { securityHeaders } from './contentPolicy.ts'
import { isNeededToOrder, isOwnRead } from './whichRead.ts'

/** Reads that are being answered at the same time: beyond these the database would only queue. */
const mostAtOnce = 200
/** What comes with a token comes before visitors' reads, but does not wait for minutes either. */
const mostSignedIn = 2 * mostAtOnce

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
const refused = {
  status: 503,
  headers: {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    'x-api': '1',
    ...securityHeaders,
  },
}

/** How a process keeps up with its reads. */
export type LoadWatch = {
  /** The part of them that is too much for it. */
  share: number
  /** Those being answered, and those that came since it looked last. */
  atOnce: number
  begun: number
  /** All that were sent away since the process began. */
  refused: number
}

/** Looks again and again, as long as the process has other things to do. */
export function watchLoad(): LoadWatch {
  const watch = { share: 0, atOnce: 0, begun: 0, refused: 0 }
  let lookedMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    look(watch, nowMs - lookedMs - lookEveryMs)
    lookedMs = nowMs
  }, lookEveryMs).unref()
  return watch
}

/** A machine that is slow with other things is no reason to send anyone away: many reads are. */
export function look(watch: LoadWatch, lateMs: number): void {
  const isTooMuch = lateMs > latestMs && watch.begun >= fewest
  const share = watch.share + (isTooMuch ? grows : -shrinks)
  watch.share = Math.min(most, Math.max(0, share))
  watch.begun = 0
}

type Env = { incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'> }
type Answer<Asked extends Env> = (request: Request, env: Asked) => Response | Promise<Response>

/**
 * Sends away visitors' questions that come faster than they can be answered, soon and with a word
 * when to come back, so that nobody waits long. Soon and not at once, as the next question of who does
 * not listen would be there at once as well. It stands before all else, since a refusal has to be
 * cheap. What comes with a token is sent away much later, and what an order needs never.
 */
export function shedReads<Asked extends Env>(
  answer: Answer<Asked>,
  watch: LoadWatch,
  refusedAfterMs = 0,
) {
  let waiting = 0
  async function refuseLater(): Promise<Response> {
    waiting += 1
    await new Promise((over) => setTimeout(over, refusedAfterMs))
    waiting -= 1
    return new Response(refusal, refused)
  }

  return (request: Request, env: Asked): Response | Promise<Response> => {
    if (!isRead(env)) return answer(request, env)
    watch.begun += 1
    if (isTooMuch(watch, env)) {
      watch.refused += 1
      const isLate = refusedAfterMs > 0 && waiting < mostWaiting
      return isLate ? refuseLater() : new Response(refusal, refused)
    }
    watch.atOnce += 1
    const answered = Promise.resolve(answer(request, env))
    return answered.finally(() => (watch.atOnce -= 1))
  }
}

/** The form of our tokens. Whether it is a live one is seen later: asking for that is not cheap. */
const withToken = /^Bearer [\w-]{43}$/

/** What anybody may read is refused to who sends a token too, though half as often. */
function isTooMuch({ share, atOnce }: LoadWatch, { incoming: { url = '', headers } }: Env) {
  if (!withToken.test(headers.authorization ?? '')) {
    return atOnce >= mostAtOnce || Math.random() < share
  }
  return atOnce >= mostSignedIn || (!isOwnRead(url) && Math.random() < share / 2)
}

/** What an order needs is none, though it is asked for with a GET. */
function isRead({ incoming: { method, url = '' } }: Env): boolean {
  const isReading = method === 'GET' || method === 'HEAD'
  return isReading && url.startsWith('/api/') && !isNeededToOrder(url)
}
