import { getDefaultStore } from 'jotai'

import { rules } from '#contract/rules.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { toastAlert } from '#platform/toasts.ts'
import { untilCleared } from '#platform/storage/deviceStorage.ts'
import { tokenOf, userIdAtom } from '#platform/session/session.ts'
// Brought along, so that the first change does not wait for the schema.
import type { Change, Entry, Topic } from './changes.ts'
import { describeChange } from './describeChange.ts'
import { createSender, type Outcome, type Submission } from './createSender.ts'
import { entriesAtom, readEntries, update } from './outboxAtom.ts'
import { isSlowAtom } from './waiting.ts'
import { drop, enqueue, topicOf } from './queue.ts'

/** With what a change is sent, so that it is done once and as its owner. */
export type Sending = {
  ownerId: string
  idempotencyKey: string
  token: string
  signal: AbortSignal
}

/** What a feature knows of its changes. */
export type Handler = {
  /**
   * Sends a change. Gives what shows the answer, and the id of what was added.
   *
   * @throws ApiError
   */
  send: (
    change: Change,
    sending: Sending,
  ) => Promise<{ show?: () => void; id?: string | undefined }>
  /** Why a change of this kind was refused, where the server does not say it. */
  refusal: (change: Change) => string
  /** Shows that the server did a change, of whichever topic. */
  noteSent?: (change: Change) => void
  /** Reads what the server has, after a change that did not come to pass. */
  refresh: () => Promise<void>
}

/** On a connection that is up but dead a request hangs for so long, and is sent again later. */
const requestTimeoutMs = 15_000

const store = getDefaultStore()

const handlers = new Map<Topic, Handler>()
let loadHandler: (topic: Topic) => Promise<unknown> = () => Promise.resolve()

/** Called by a feature's own module, which the change or `setHandlerLoader` brings. */
export const defineHandler = (topic: Topic, handler: Handler) => void handlers.set(topic, handler)

/** What brings the handlers of changes that an earlier visit left. */
export function setHandlerLoader(load: (topic: Topic) => Promise<unknown>): void {
  loadHandler = load
}

async function handlerOf(change: Change): Promise<Handler> {
  const topic = topicOf(change)
  if (!handlers.has(topic)) await loadHandler(topic)
  const handler = handlers.get(topic)
  if (!handler) throw new Error(`Nothing handles ${topic}`)
  return handler
}

const sender = createSender({
  update,
  ownerId: () => {
    const userId = store.get(userIdAtom)
    return userId !== undefined && tokenOf(userId) !== undefined ? userId : undefined
  },
  isOffline: () => store.get(connectivityAtom).status === 'offline',
  deliver,
  onRefused,
  locks: globalThis.navigator?.locks,
})

/** The attempt of this tab that is under way. */
let attempt: { key: string; abort: AbortController } | undefined

async function deliver({ change, key, ownerId }: Entry): Promise<Outcome> {
  const isTheirs = untilCleared()
  const abort = new AbortController()
  attempt = { key, abort }
  const slow = setTimeout(() => store.set(isSlowAtom, true), rules.request.softLimitMs)
  try {
    const handler = await handlerOf(change)
    const token = tokenOf(ownerId)
    if (!token) return { kind: 'signed-out' }
    const signal = AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), abort.signal])
    signal.throwIfAborted()
    const { id, show } = await handler.send(change, { ownerId, idempotencyKey: key, token, signal })
    return {
      kind: 'sent',
      id,
      show() {
        if (!isTheirs()) return
        show?.()
        for (const { noteSent } of handlers.values()) noteSent?.(change)
      },
    }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    attempt = undefined
    clearTimeout(slow)
    store.set(isSlowAtom, false)
  }
}

/** Ends the attempt that is under way; gives whether there was one. */
function abortAttempt(isMeant: (key: string) => boolean): boolean {
  if (!attempt || !isMeant(attempt.key)) return false
  attempt.abort.abort()
  return true
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      observe({ kind: 'failed', at: Date.now() })
    return { kind: 'unknown' }
  }
  if (error.code === 'signed_out') return { kind: 'signed-out' }
  if (isDefiniteFailure(error)) return { kind: 'refused', error }
  return { kind: 'unknown', retryAfterMs: error.retryAfterMs }
}

/** Made a while ago, maybe on another page: so it is said which change it was, and for long enough. */
function tellRefused(change: Change, error: unknown, refusal: string): Promise<void> {
  const { what, item } = describeChange(change)
  const reason = (error instanceof ApiError && error.msg) || refusal
  return toastAlert(`${what}, ${item}: ${reason}`)
}

let refusals = 0
let orderRefusals = 0

/** Whoever still waits for the answer tells of it; later the feature does. */
async function onRefused({ key, change, ownerId }: Entry, error: unknown): Promise<void> {
  refusals += 1
  if (isForOrder({ change })) orderRefusals += 1
  const caller = sender.finish(key)
  // What somebody else is told next must not be about the one who left.
  if (store.get(userIdAtom) !== ownerId) return caller?.resolve('waiting')
  if (caller) caller.reject(error)
  const handler = await handlerOf(change)
  if (!caller) await tellRefused(change, error, handler.refusal(change))
  // Without a connection the next read shows it.
  await handler.refresh().catch(() => undefined)
}

/**
 * Stores a change of the customer who is logged in and sends it as soon as that is possible. Shown at
 * once, by whatever draws `entriesAtom`.
 *
 * @returns 'sent' once the server did it, 'waiting' if that takes longer
 * @throws ApiError what the server refused it with
 */
export async function submit(change: Change): Promise<Submission> {
  const ownerId = store.get(userIdAtom)
  if (ownerId === undefined) throw new ApiError('signed_out', new Error('A visitor has no outbox'))
  startOutbox()
  const key = crypto.randomUUID()
  let stored: Entry | undefined
  await update((outbox) => {
    const after = enqueue(outbox, { key, ownerId, change, now: Date.now() })
    // The new entry, or the one that took the change in; none if the two cancelled out.
    stored = after.entries.find((entry) => !outbox.entries.includes(entry))
    return after
  })
  if (!stored) return 'sent'
  const submission = sender.track(stored.key)
  void sender.run('hurried')
  return submission
}

/**
 * Sends everything now, whatever the pauses say.
 *
 * @returns 'waiting' if something still waits, 'refused' if the server does not have all as it was shown
 */
export async function flush(): Promise<'sent' | 'waiting' | 'refused'> {
  startOutbox()
  const before = refusals
  await sender.run('now')
  if ((await readEntries()).length > 0) return 'waiting'
  return refusals === before ? 'sent' : 'refused'
}

/**
 * Takes a change back; ends the attempt to send it if one is under way in this tab.
 *
 * @returns 'sent' if it left the outbox before, 'sending' if another tab is sending it
 */
export async function undo({ key, change }: Entry): Promise<'undone' | 'sending' | 'sent'> {
  const isAborted = abortAttempt((underWay) => underWay === key)
  let entry: Entry | undefined
  let isSendingElsewhere = false
  await update((outbox) => {
    entry = outbox.entries.find((other) => other.key === key)
    isSendingElsewhere = !isAborted && (entry?.lease?.until ?? 0) > Date.now()
    return entry && !isSendingElsewhere ? drop(outbox, entry) : outbox
  })
  if (!entry) return 'sent'
  if (isSendingElsewhere) return 'sending'
  // An attempt without an answer may have changed it.
  if (isAborted || entry.failures > 0)
    await (await handlerOf(change)).refresh().catch(() => undefined)
  return 'undone'
}

/** Gives up everything that waits for the customer who is logged in, a request under way included. */
export async function discardAll(): Promise<void> {
  const ownerId = store.get(userIdAtom)
  abortAttempt(() => true)
  await update(({ entries, settled }) => ({
    entries: entries.filter((entry) => entry.ownerId !== ownerId),
    settled: settled + 1,
  }))
}

/** What an order is about: hearts and the profile do not hold it up. */
const isForOrder = ({ change }: Pick<Entry, 'change'>) =>
  ['cart', 'address'].includes(topicOf(change))

/** Sends what an order would be about, and with it all that waits. Gives what became of that. */
export async function sendForOrder(): Promise<'sent' | 'waiting' | 'refused'> {
  if (!(await readEntries()).some(isForOrder)) return 'sent'
  const before = orderRefusals
  await flush()
  if ((await readEntries()).some(isForOrder)) return 'waiting'
  return orderRefusals === before ? 'sent' : 'refused'
}

/** Why an order cannot go on, as what it would be about is not what the server has. */
export const unsentMessages = {
  waiting: "Some of your changes aren't sent yet. Please check your connection and try again.",
  refused:
    "We couldn't save one of your changes. Please check your bag and address, and try again.",
}

/**
 * Runs a change that needs its answer now, such as the way to the payment. What waits is sent before it.
 *
 * @throws ApiError 'offline' if something still waits then, 'conflict' if something was refused
 */
export async function sendAfterFlush<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const outcome = await sendForOrder()
  if (outcome !== 'sent') {
    const msg = unsentMessages[outcome]
    const cause = new Error('Changes in the outbox are not sent')
    const code = outcome === 'waiting' ? 'offline' : 'conflict'
    throw new ApiError(code, cause, { success: false, code: 'unavailable', msg })
  }
  const answer = await work()
  await update((outbox) => ({ ...outbox, settled: outbox.settled + 1 }))
  return answer
}

let isStarted = false

/** Sends what an earlier visit left, and from then on whatever is stored, when there is an occasion. */
export function startOutbox(): void {
  if (isStarted) return
  isStarted = true
  // The page may have learned it before this was brought.
  let wasOffline = store.get(connectivityAtom).status === 'offline'
  let newest: string | undefined
  store.sub(connectivityAtom, () => {
    const isOffline = store.get(connectivityAtom).status === 'offline'
    if (wasOffline && !isOffline) void sender.run('hurried')
    wasOffline = isOffline
  })
  // Stored before this visit, by another tab, or by somebody who is logged in again.
  const sendNew = () => {
    const key = store.get(entriesAtom).at(-1)?.key
    if (key !== undefined && key !== newest) void sender.run('hurried')
    newest = key
  }
  store.sub(entriesAtom, sendNew)
  sendNew()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sender.run('hurried')
  })
}
