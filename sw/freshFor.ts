import { request } from '#contract/workerRules.ts'
import { isFromStore, isJson, isPortalResponse } from '#platform/connectivity/connectivity.ts'
import { cacheKeyOf } from './cacheKey.ts'
import { connectivity, observe, observeAnswer } from './connection.ts'
import type { Keeping } from './routes.ts'
import { ageOf, marked, stamped, trim } from './stored.ts'

const { softLimitMs, hardLimitMs } = request

type Question = {
  answer: Promise<Response>
  begunAt: number
  isAwaited: boolean
  isAnswered?: boolean
}

/** Questions on their way: whoever asks the same meanwhile waits for the same answer. */
const asking = new Map<string, Question>()

/** How long an answer that was asked for ahead of its page waits for it. */
const aheadForMs = 10_000

type Ways = Keeping & {
  /** What can be shown where nothing is stored. */
  instead?: () => Promise<Response | undefined>
  /** A page will ask the same in a moment: that then costs no second request. */
  isAhead?: boolean
}

/**
 * Answers from the cache while that is young enough, without the network. After that it asks; where
 * that fails, or takes longer than the soft limit, the stored answer serves, marked with its age, or
 * what can be shown `instead`. While the store is known to be out of reach nothing waits for it.
 */
export async function freshFor(
  event: ExtendableEvent,
  address: string,
  { instead, isAhead = false, ...keeping }: Ways,
) {
  const key = cacheKeyOf(address)
  const cache = await caches.open(keeping.cacheName).catch(() => undefined)
  if (!cache) return observeAnswer(fetch(key, { cache: 'no-store' }))
  const kept = await cache.match(key)
  const age = kept ? ageOf(kept) : 0
  if (kept && age >= 0 && age < keeping.freshMs) return marked(kept, 'fresh')

  const spare = kept && age <= keeping.staleMs ? kept : undefined
  const { answer, begunAt } = askOnce(key, isAhead, () =>
    askAndKeep({ key, cache, keeping, spare }),
  )
  event.waitUntil(answer.catch(() => undefined))
  const fromStorage = async () => (spare ? marked(spare.clone(), 'stale') : instead?.())

  const isOffline = (await connectivity()).status === 'offline'
  const stored = isOffline && (await fromStorage())
  if (stored) return stored
  const leftMs = begunAt + softLimitMs - Date.now()
  const inTime = await Promise.race([answer.catch(() => undefined), slowAfter(leftMs)])
  // Looking into it takes time of its own: the stored answer does not wait for that.
  if (inTime === 'slow') event.waitUntil(observe({ kind: 'slow', at: Date.now() }))
  const isUseful =
    inTime !== undefined && inTime !== 'slow' && isFromStore(inTime) && inTime.status < 500
  if (isUseful) return inTime.clone()
  return (await fromStorage()) ?? (await answer).clone()
}

function askOnce(key: string, isAhead: boolean, ask: () => Promise<Response>): Question {
  const known = asking.get(key)
  if (known) {
    // One answer serves one page: who asks later wants a newer one.
    if (!isAhead && known.isAnswered) asking.delete(key)
    known.isAwaited ||= !isAhead
    return known
  }
  const question: Question = { answer: ask(), begunAt: Date.now(), isAwaited: !isAhead }
  asking.set(key, question)
  const forget = () => asking.get(key) === question && asking.delete(key)
  question.answer.then(() => {
    question.isAnswered = true
    if (question.isAwaited) forget()
    else setTimeout(forget, aheadForMs)
  }, forget)
  return question
}

type Asking = { key: string; cache: Cache; keeping: Keeping; spare: Response | undefined }

/**
 * `no-store`, since a browser's own cache would add its time to ours, and a hung request would hold
 * the next one up there. The body is waited for: a line can die in the middle of an answer.
 */
async function askAndKeep({ key, cache, keeping, spare }: Asking): Promise<Response> {
  const etag = spare?.headers.get('etag')
  const answer = await observeAnswer(
    fetch(key, {
      cache: 'no-store',
      headers: etag ? { 'If-None-Match': etag } : {},
      // A redirect leads to the login page of a captive portal: the API has none.
      redirect: 'manual',
      // Given up in any case: whoever asks the same again would wait for the hung one with it.
      signal: AbortSignal.timeout(hardLimitMs),
    }),
  )
  if (answer.status === 304 && spare) {
    const again = stamped(spare, await spare.clone().arrayBuffer())
    await keep(cache, key, again.clone())
    return again
  }

  if (isPortalResponse(answer)) throw new TypeError('A captive portal answered')
  const body = await answer.arrayBuffer()
  const isGone = answer.status === 404 || answer.status === 410
  if (isGone && isFromStore(answer)) await cache.delete(key)
  if (answer.status === 200 && isJson(answer) && isFromStore(answer)) {
    await keep(cache, key, stamped(answer, body))
    await trim(cache, keeping.most)
  }
  return new Response(body, { status: answer.status, headers: answer.headers })
}

/** On a full device an answer is still an answer. */
async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  await cache.put(key, answer).catch(() => undefined)
}

const slowAfter = (ms: number) => new Promise<'slow'>((end) => setTimeout(end, ms, 'slow'))
