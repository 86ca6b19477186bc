/**
 * A queue of changes that are sent in their order, whatever they change. It is an immutable value: every function returns
 * the next state.
 */
export type Queue<Change> = {
  /** Oldest first. */
  entries: QueueEntry<Change>[]
  /** Counts finished entries: data read before the last one is outdated. */
  settledCount: number
}

export type QueueEntry<Change> = {
  /** Sent as `Idempotency-Key` with every attempt. */
  key: string
  ownerId: string
  change: Change
  /** Times in ms since 1970. */
  queuedAt: number
  firstTriedAt?: number | undefined
  /** Number of attempts with an unknown outcome. */
  failures: number
  /** When the pause after a failure ends: in full, and where a short one is enough (`RetryPause`). */
  nextAt: number
  shortPauseEndsAt: number
  /** The attempt under way, and until when no other one is made. */
  lease?: { by: string; hasLock: boolean; until: number } | undefined
}

/** A tab that holds an entry longer than this has crashed. Longer than a request may take. */
export const leaseMs = 20_000
const firstPauseMs = 1000
const longestPauseMs = 300_000
const longestShortPauseMs = 15_000

/** An entry with an unknown outcome, and all later ones, which wait for it. */
export function stuckEntries<Change>(entries: QueueEntry<Change>[]): QueueEntry<Change>[] {
  const first = entries.findIndex(({ failures }) => failures > 0)
  return first < 0 ? [] : entries.slice(first)
}

export type NewEntry<Change> = Pick<QueueEntry<Change>, 'key' | 'ownerId' | 'change'> & {
  now: number
}

export function append<Change>(
  outbox: Queue<Change>,
  { key, ownerId, change, now }: NewEntry<Change>,
): Queue<Change> {
  const entry = { key, ownerId, change, queuedAt: now, failures: 0, nextAt: 0, shortPauseEndsAt: 0 }
  return { ...outbox, entries: [...outbox.entries, entry] }
}

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
export function claim<Change>(outbox: Queue<Change>, options: Claim): Queue<Change> {
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
export function nextDue<Change>(
  { entries }: Queue<Change>,
  { ownerId, now, hasLock, pause }: Omit<Claim, 'by'>,
): { entry: QueueEntry<Change>; at: number } | undefined {
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
export function postpone<Change>(
  outbox: Queue<Change>,
  { key }: Pick<QueueEntry<Change>, 'key'>,
  failure: Failure,
): Queue<Change> {
  const entry = outbox.entries.find((other) => other.key === key)
  if (!entry) return outbox
  const { now, random, retryAfterMs = 0 } = failure
  const pauseMs = retryDelayMs(entry.failures, random)
  const shortPauseMs = Math.min(pauseMs / 4, longestShortPauseMs)
  return replaceEntry(outbox, {
    ...withoutLease(entry),
    failures: entry.failures + 1,
    nextAt: now + Math.max(pauseMs, retryAfterMs),
    shortPauseEndsAt: now + Math.max(shortPauseMs, retryAfterMs),
  })
}

/** Doubles with each failure, with a jitter of 20 percent. */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.8 + 0.4 * random)

/** Releases an entry whose session expired before it was sent, which is not a failure. */
export function release<Change>(
  outbox: Queue<Change>,
  { key }: Pick<QueueEntry<Change>, 'key'>,
): Queue<Change> {
  const entry = outbox.entries.find((other) => other.key === key)
  if (!entry) return outbox
  const { firstTriedAt: _, ...untried } = withoutLease(entry)
  return replaceEntry(outbox, entry.failures === 0 ? untried : withoutLease(entry))
}

function withoutLease<Change>({ lease: _, ...entry }: QueueEntry<Change>): QueueEntry<Change> {
  return entry
}

export function without<Change>(
  { entries, settledCount }: Queue<Change>,
  { key }: Pick<QueueEntry<Change>, 'key'>,
): Queue<Change> {
  return { entries: entries.filter((entry) => entry.key !== key), settledCount: settledCount + 1 }
}

export function replaceEntry<Change>(
  outbox: Queue<Change>,
  entry: QueueEntry<Change>,
): Queue<Change> {
  const entries = outbox.entries.map((other) => (other.key === entry.key ? entry : other))
  return { ...outbox, entries }
}
