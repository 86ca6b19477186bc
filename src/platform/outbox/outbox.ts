import { getDefaultStore } from 'jotai'

import * as rules from '#contract/rules.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { toastAlert } from '#platform/toasts.ts'
import { createSessionGuard } from '#platform/storage/deviceStorage.ts'
import { tokenOf, userIdAtom } from '#platform/session/session.ts'
// Imported here, so that the first change does not wait for the schema.
import {
  type Change,
  type ChangeOf,
  changeQueue,
  describeChange,
  drop,
  enqueue,
  type Entry,
  type OutboxTopic,
  topicOf,
} from './changes.ts'
import { createSender, type Outcome, type Submission } from './createSender.ts'
import { entriesAtom, type Overlay, overlaysAtom, readEntries, updateOutbox } from './outboxAtom.ts'
import { isSlowAtom } from './pendingChanges.ts'

/** The owner of a change, and the options of its request. */
export type SendContext = {
  ownerId: string
  idempotencyKey: string
  token: string
  signal: AbortSignal
}

/** A function that shows the server's response, and the id of a created line or address. */
export type Sent = { show?: () => void; id?: string | undefined }

/**
 * How a feature shows, sends and describes the changes of its topic, each type of them. `Value` is
 * the data that they change.
 */
export type Handler<Topic extends OutboxTopic = OutboxTopic, Value = unknown> = Overlay<Value> & {
  /** @throws ApiError */
  send: (change: ChangeOf<Topic>, context: SendContext) => Promise<Sent>
  /** The message for a rejected change without one from the server. */
  refusal: (change: ChangeOf<Topic>) => string
  /** Shows that the server carried out a change, of any topic. */
  onSent?: (change: Change) => void
  /** Reads the server's state after a change that failed. */
  refresh: () => Promise<void>
  /** Called once, before anything is sent. */
  onStart?: () => void
}

/** A handler for each topic: one that is missing does not compile. */
export type Handlers = { [Topic in OutboxTopic]: Handler<Topic> }

/** Timeout of a request on a dead connection; it is sent again later. */
const requestTimeoutMs = 15_000

const store = getDefaultStore()

/** Changes that an order depends on: the wishlist and the profile do not delay it. */
const isForOrder = ({ change }: Pick<Entry, 'change'>) =>
  ['cart', 'address'].includes(topicOf(change))

/** Why an order cannot be placed while changes are unsent. */
export const unsentMessages = {
  pending:
    'Some of your changes haven’t been sent yet. Please check your connection and try again.',
  refused:
    'We couldn’t save one of your changes. Please check your bag and address, and try again.',
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

/**
 * The change may have been made long ago on another page, so the message names it and stays long.
 */
function showRefusal(change: Change, error: unknown, refusal: string): Promise<void> {
  const { action, item } = describeChange(change)
  const reason = (error instanceof ApiError && error.msg) || refusal
  return toastAlert(`Not saved: ${action}, ${item}. ${reason}`)
}

/**
 * The outbox of the pages, with the handlers of the features. It is created once
 * (`features/outbox/outbox.ts`).
 */
export function createOutbox(handlers: Handlers) {
  const all = (): Pick<Handler, 'onSent' | 'onStart'>[] => Object.values(handlers)

  store.set(overlaysAtom, handlers)

  /** A handler only gets changes of its topic. */
  const handlerOf = (change: Change) => handlers[topicOf(change)] as unknown as Handler

  const sender = createSender({
    ...changeQueue,
    update: updateOutbox,
    ownerId: () => {
      const userId = store.get(userIdAtom)
      return userId !== undefined && tokenOf(userId) !== undefined ? userId : undefined
    },
    isOffline: () => store.get(connectivityAtom).status === 'offline',
    deliver,
    onRefused,
    locks: globalThis.navigator?.locks,
  })

  /** The request of this tab that is under way. */
  let attempt: { key: string; abort: AbortController } | undefined

  async function deliver({ change, key, ownerId }: Entry): Promise<Outcome> {
    const isSameSession = createSessionGuard()
    const abort = new AbortController()
    attempt = { key, abort }
    const slow = setTimeout(() => store.set(isSlowAtom, true), rules.request.softLimitMs)
    try {
      const handler = handlerOf(change)
      const token = tokenOf(ownerId)
      if (!token) return { kind: 'signed-out' }
      const signal = AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), abort.signal])
      signal.throwIfAborted()
      const { id, show } = await handler.send(change, {
        ownerId,
        idempotencyKey: key,
        token,
        signal,
      })
      return {
        kind: 'sent',
        id,
        show() {
          if (!isSameSession()) return
          show?.()
          for (const { onSent } of all()) onSent?.(change)
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

  /** Aborts the request that is under way; returns whether there was one. */
  function abortAttempt(matches: (key: string) => boolean): boolean {
    if (!attempt || !matches(attempt.key)) return false
    attempt.abort.abort()
    return true
  }

  let refusals = 0
  let orderRefusals = 0

  /** A caller that still waits reports the rejection; else the feature does. */
  async function onRefused({ key, change, ownerId }: Entry, error: unknown): Promise<void> {
    refusals += 1
    if (isForOrder({ change })) orderRefusals += 1
    const caller = sender.finish(key)
    // The next customer must not get messages about this one's changes.
    if (store.get(userIdAtom) !== ownerId) return caller?.resolve('pending')
    if (caller) caller.reject(error)
    const handler = handlerOf(change)
    if (!caller) await showRefusal(change, error, handler.refusal(change))
    // Offline the next read shows it.
    await handler.refresh().catch(() => undefined)
  }

  /**
   * Stores a change of the customer and sends it as soon as possible. Everything that reads
   * `entriesAtom` shows it at once.
   *
   * @returns 'sent' once the server has done it, 'pending' if that takes longer
   * @throws ApiError if the server rejects it
   */
  async function submit(change: Change): Promise<Submission> {
    const ownerId = store.get(userIdAtom)
    if (ownerId === undefined) throw new ApiError('signed_out', new Error('Guests have no outbox'))
    startOutbox()
    const key = crypto.randomUUID()
    let stored: Entry | undefined
    await updateOutbox((outbox) => {
      const after = enqueue(outbox, { key, ownerId, change, now: Date.now() })
      // The new entry, or the one that it was merged into; none if the two cancelled out.
      stored = after.entries.find((entry) => !outbox.entries.includes(entry))
      return after
    })
    if (!stored) return 'sent'
    const submission = sender.track(stored.key)
    void sender.run('short')
    return submission
  }

  /**
   * Sends everything now, without pauses.
   *
   * @returns 'pending' if something is still pending, 'refused' if the server rejected a change
   */
  async function flush(): Promise<'sent' | 'pending' | 'refused'> {
    startOutbox()
    const before = refusals
    await sender.run('skip')
    if ((await readEntries()).length > 0) return 'pending'
    return refusals === before ? 'sent' : 'refused'
  }

  /**
   * Undoes a change; aborts its request if one is under way in this tab.
   *
   * @returns 'sent' if it left the outbox before, 'sending' if another tab is sending it
   */
  async function undo({ key, change }: Entry): Promise<'undone' | 'sending' | 'sent'> {
    const isAborted = abortAttempt((underWay) => underWay === key)
    let entry: Entry | undefined
    let isSendingElsewhere = false
    await updateOutbox((outbox) => {
      entry = outbox.entries.find((other) => other.key === key)
      isSendingElsewhere = !isAborted && (entry?.lease?.until ?? 0) > Date.now()
      return entry && !isSendingElsewhere ? drop(outbox, entry) : outbox
    })
    if (!entry) return 'sent'
    if (isSendingElsewhere) return 'sending'
    // A request without a response may have changed it.
    if (isAborted || entry.failures > 0)
      await handlerOf(change)
        .refresh()
        .catch(() => undefined)
    return 'undone'
  }

  /** Discards all pending changes of the customer, including a request under way. */
  async function discardAll(): Promise<void> {
    const ownerId = store.get(userIdAtom)
    abortAttempt(() => true)
    await updateOutbox(({ entries, settledCount }) => ({
      entries: entries.filter((entry) => entry.ownerId !== ownerId),
      settledCount: settledCount + 1,
    }))
  }

  /** Sends the changes that an order depends on, and all others with them. Returns the result. */
  async function sendForOrder(): Promise<'sent' | 'pending' | 'refused'> {
    if (!(await readEntries()).some(isForOrder)) return 'sent'
    const before = orderRefusals
    await flush()
    if ((await readEntries()).some(isForOrder)) return 'pending'
    return orderRefusals === before ? 'sent' : 'refused'
  }

  /**
   * Runs a request that needs its response now, such as the payment. Pending changes are sent before;
   * that takes no longer than `signal` allows.
   *
   * @throws ApiError 'offline' if something is still pending then, 'conflict' if something was rejected
   */
  async function sendAfterFlush<Result>(
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const outOfTime = new Promise<'pending'>((resolve) =>
      signal?.addEventListener('abort', () => resolve('pending')),
    )
    const outcome = await Promise.race([sendForOrder(), outOfTime])
    if (outcome !== 'sent') {
      const msg = unsentMessages[outcome]
      const cause = new Error('Changes in the outbox are not sent')
      const code = outcome === 'pending' ? 'offline' : 'conflict'
      throw new ApiError(code, cause, { success: false, code: 'unavailable', msg })
    }
    const result = await work()
    await updateOutbox((outbox) => ({ ...outbox, settledCount: outbox.settledCount + 1 }))
    return result
  }

  let isStarted = false

  /**
   * Sends changes of an earlier visit, and from then on whatever is stored, whenever there is a
   * chance.
   */
  function startOutbox(): void {
    if (isStarted) return
    isStarted = true
    for (const { onStart } of all()) onStart?.()
    // The page may know it already.
    let wasOffline = store.get(connectivityAtom).status === 'offline'
    let newest: string | undefined
    store.sub(connectivityAtom, () => {
      const isOffline = store.get(connectivityAtom).status === 'offline'
      if (wasOffline && !isOffline) void sender.run('short')
      wasOffline = isOffline
    })
    // Stored before this visit, by another tab, or by a customer who logged in again.
    const sendNew = () => {
      const key = store.get(entriesAtom).at(-1)?.key
      if (key !== undefined && key !== newest) void sender.run('short')
      newest = key
    }
    store.sub(entriesAtom, sendNew)
    sendNew()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void sender.run('short')
    })
  }

  return {
    submit,
    flush,
    undo,
    discardAll,
    sendForOrder,
    sendAfterFlush,
    startOutbox,
    /** The message for a rejected change without one from the server. */
    refusalOf: (change: Change) => handlerOf(change).refusal(change),
  }
}
