import type { LineChange } from '#contract/cart.ts'
import type { Change, ChangeOf, Entry, Outbox, OutboxTopic } from './changes.ts'

/** The outbox as an immutable value: every function returns the next state. */

/** A tab that holds an entry longer than this has crashed. Longer than a request may take. */
export const leaseMs = 20_000
const firstPauseMs = 1000
const longestPauseMs = 300_000
const longestShortPauseMs = 15_000

export const topicOf = ({ type }: Change): OutboxTopic => type.split('.')[0] as OutboxTopic

export const isChangeOf = <Topic extends OutboxTopic>(
  topic: Topic,
  change: Change,
): change is ChangeOf<Topic> => topicOf(change) === topic

/** The id that a change creates, or uses. */
function idsOf(change: Change): { created?: string; used?: string } {
  switch (change.type) {
    case 'cart.add':
      return { created: change.lineId }
    case 'address.add':
      return { created: change.addressId }
    case 'cart.update':
    case 'cart.remove':
    case 'cart.setDelivery':
    case 'cart.moveToWishlist':
      return { used: change.lineId }
    case 'address.update':
    case 'address.remove':
      return { used: change.addressId }
    case 'wishlist.add':
    case 'wishlist.remove':
    case 'profile.update':
      return {}
  }
}

const wishlistProductOf = (change: Change): string | undefined =>
  change.type === 'cart.moveToWishlist' ||
  change.type === 'wishlist.add' ||
  change.type === 'wishlist.remove'
    ? change.product._id
    : undefined

/** An entry with an unknown outcome, and all later ones, which wait for it. */
export function stuckEntries(entries: Entry[]): Entry[] {
  const first = entries.findIndex(({ failures }) => failures > 0)
  return first < 0 ? [] : entries.slice(first)
}

type NewEntry = Pick<Entry, 'key' | 'ownerId' | 'change'> & { now: number }

/**
 * Appends a change. It is merged into an unsent change of the same thing: two edits of a line are
 * one request, and a wishlist change that is undone is none.
 */
export function enqueue(outbox: Outbox, { key, ownerId, change, now }: NewEntry): Outbox {
  const last = mergeCandidate(outbox, { ownerId, change })
  if (last && last.firstTriedAt === undefined) {
    const merged = mergeChanges(last.change, change)
    if (merged === 'nothing') return without(outbox, last)
    if (merged) return replaceEntry(outbox, { ...last, change: merged })
  }
  const entry = { key, ownerId, change, queuedAt: now, failures: 0, nextAt: 0, shortPauseEndsAt: 0 }
  return { ...outbox, entries: [...outbox.entries, entry] }
}

/** The newest change of the same topic, unless a later one of another topic must come between. */
function mergeCandidate(
  { entries }: Outbox,
  { ownerId, change }: Pick<NewEntry, 'ownerId' | 'change'>,
): Entry | undefined {
  const productId = wishlistProductOf(change)
  const last = entries.findLast(
    (entry) =>
      entry.ownerId === ownerId &&
      (topicOf(entry.change) === topicOf(change) ||
        (productId !== undefined && wishlistProductOf(entry.change) === productId)),
  )
  return last && topicOf(last.change) === topicOf(change) ? last : undefined
}

/** Merges two changes; 'nothing' if they cancel out, undefined if they stay separate. */
function mergeChanges(first: Change, next: Change): Change | 'nothing' | undefined {
  if (first.type === 'profile.update' && next.type === 'profile.update') return next
  if (isChangeOf('wishlist', first) && isChangeOf('wishlist', next)) {
    const isSame = first.product._id === next.product._id
    return isSame && first.type !== next.type ? 'nothing' : undefined
  }
  const { created, used } = idsOf(first)
  const id = idsOf(next).used
  if (id === undefined || (id !== created && id !== used)) return undefined
  if (first.type === 'cart.update' && next.type === 'cart.update') {
    return isSamePart(first.to, next.to) ? { ...first, to: next.to } : undefined
  }
  if (first.type === 'cart.update' && next.type === 'cart.remove') return next
  if (first.type === 'address.update' && next.type === 'address.remove') return next
  if (first.type === 'address.add' && next.type === 'address.remove') return 'nothing'
  if (isAddressWritten(first) && next.type === 'address.update') {
    return { ...first, address: next.address }
  }
  return undefined
}

/** A new size may merge two lines: later changes are about the merged line. */
const isSamePart = (first: LineChange, next: LineChange) =>
  first.size === undefined && Object.keys(first).join() === Object.keys(next).join()

const isAddressWritten = (
  change: Change,
): change is Extract<Change, { type: 'address.add' | 'address.update' }> =>
  change.type === 'address.add' || change.type === 'address.update'

type Claim = {
  ownerId: string
  /** Identifies the attempt. */
  by: string
  now: number
  /** Set if the lock is held: any earlier holder has crashed. */
  hasLock: boolean
  pause: RetryPause
}
/** How much of the pause after a failure applies: all of it, a shorter one, or none. */
export type RetryPause = 'full' | 'short' | 'skip'

/** Marks the oldest entry as being sent, if its pause is over and no other attempt is under way. */
export function claim(outbox: Outbox, options: Claim): Outbox {
  const next = nextDue(outbox, options)
  if (!next || next.at > options.now) return outbox
  const { entry } = next
  return replaceEntry(outbox, {
    ...entry,
    // The tab that sent it crashed, so the outcome of that attempt is unknown.
    failures: entry.failures + (entry.lease ? 1 : 0),
    firstTriedAt: entry.firstTriedAt ?? options.now,
    lease: { by: options.by, hasLock: options.hasLock, until: options.now + leaseMs },
  })
}

/** The next entry to send, and when: always the oldest, so that changes are applied in their order. */
export function nextDue(
  { entries }: Outbox,
  { ownerId, now, hasLock, pause }: Omit<Claim, 'by'>,
): { entry: Entry; at: number } | undefined {
  const own = entries.filter((entry) => entry.ownerId === ownerId)
  const [entry] = own
  if (!entry) return undefined
  const leaseEnds = own.map(({ lease }) => (!lease || (lease.hasLock && hasLock) ? 0 : lease.until))
  const pauseEnd = { full: entry.nextAt, short: entry.shortPauseEndsAt, skip: 0 }[pause]
  return { entry, at: Math.max(now, pauseEnd, ...leaseEnds) }
}

type Failure = {
  now: number
  /** From 0 to 1. */
  random: number
  /** The pause from `Retry-After`. */
  retryAfterMs?: number | undefined
}

/**
 * Schedules an entry with an unknown outcome for a later attempt: after 1, 2, 4 s, up to 5 minutes.
 */
export function postpone(outbox: Outbox, { key }: Entry, failure: Failure): Outbox {
  const entry = outbox.entries.find((other) => other.key === key)
  if (!entry) return outbox
  const { now, random, retryAfterMs = 0 } = failure
  const pauseMs = retryDelayMs(entry.failures, random)
  const shortPauseMs = Math.min(pauseMs / 4, longestShortPauseMs)
  return replaceEntry(outbox, {
    ...released(entry),
    failures: entry.failures + 1,
    nextAt: now + Math.max(pauseMs, retryAfterMs),
    shortPauseEndsAt: now + Math.max(shortPauseMs, retryAfterMs),
  })
}

/** Doubles with each failure, with a jitter of 20 percent. */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.8 + 0.4 * random)

/** Releases an entry whose session expired before it was sent, which is not a failure. */
export function release(outbox: Outbox, { key }: Entry): Outbox {
  const entry = outbox.entries.find((other) => other.key === key)
  if (!entry) return outbox
  const { firstTriedAt: _, ...untried } = released(entry)
  return replaceEntry(outbox, entry.failures === 0 ? untried : released(entry))
}

function released({ lease: _, ...entry }: Entry): Entry {
  return entry
}

/** Removes a sent entry; later ones refer to the server's id. */
export function settle(outbox: Outbox, entry: Entry, id?: string): Outbox {
  const { created } = idsOf(entry.change)
  const left = without(outbox, entry)
  if (created === undefined || id === undefined) return left
  const entries = left.entries.map((other) =>
    other.ownerId === entry.ownerId && idsOf(other.change).used === created
      ? { ...other, change: withId(other.change, id) }
      : other,
  )
  return { ...left, entries }
}

function withId(change: Change, id: string): Change {
  if ('lineId' in change) return { ...change, lineId: id }
  return 'addressId' in change ? { ...change, addressId: id } : change
}

/** Removes a rejected or undone entry, and changes of the thing that it would have created. */
export function drop(outbox: Outbox, entry: Entry): Outbox {
  const { created } = idsOf(entry.change)
  const left = without(outbox, entry)
  if (created === undefined) return left
  const isOrphan = (other: Entry) =>
    other.ownerId === entry.ownerId && idsOf(other.change).used === created
  return { ...left, entries: left.entries.filter((other) => !isOrphan(other)) }
}

function without({ entries, settledCount }: Outbox, { key }: Entry): Outbox {
  return { entries: entries.filter((entry) => entry.key !== key), settledCount: settledCount + 1 }
}

function replaceEntry(outbox: Outbox, entry: Entry): Outbox {
  const entries = outbox.entries.map((other) => (other.key === entry.key ? entry : other))
  return { ...outbox, entries }
}
