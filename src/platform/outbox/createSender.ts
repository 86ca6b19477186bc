import * as rules from '#contract/rules.ts'
import {
  claim,
  type Queue,
  type QueueEntry,
  type RetryPause,
  leaseMs,
  nextDue,
  postpone,
  release,
} from './sendQueue.ts'

/** The result of one attempt to send an entry. */
export type Outcome =
  /** The server has done it, now or at an earlier attempt; `id` replaces the provisional one. */
  | { kind: 'sent'; id?: string | undefined; show?: () => void }
  /** The server rejected it. */
  | { kind: 'refused'; error: unknown }
  /** The outcome is unknown: no response, a gateway's response, a busy store. */
  | { kind: 'unknown'; retryAfterMs?: number | undefined }
  /** The customer has logged out. */
  | { kind: 'signed-out' }

type SenderDeps<Change> = {
  /** Of the Web Lock, which the tabs with this queue share. */
  lockName: string
  /** Updates the stored queue, in one transaction across all tabs; returns the new state. */
  update: (change: (outbox: Queue<Change>) => Queue<Change>) => Promise<Queue<Change>>
  /** Removes a sent entry; `id` replaces a provisional one in later entries. */
  settle: (outbox: Queue<Change>, entry: QueueEntry<Change>, id?: string) => Queue<Change>
  /** Removes a rejected entry, and those that make no sense without it. */
  drop: (outbox: Queue<Change>, entry: QueueEntry<Change>) => Queue<Change>
  /** Whether the change does no harm if it is sent once more after the server has forgotten its key. */
  isRepeatable: (change: Change) => boolean
  /** Whose entries may be sent. */
  ownerId: () => string | undefined
  isOffline: () => boolean
  deliver: (entry: QueueEntry<Change>) => Promise<Outcome>
  onRefused: (entry: QueueEntry<Change>, error: unknown) => Promise<void>
  locks: Pick<LockManager, 'request'> | undefined
  now?: () => number
  random?: () => number
}

export type Submission = 'sent' | 'pending'
type Caller = { resolve: (outcome: Submission) => void; reject: (error: unknown) => void }

const callerTimeoutMs = rules.request.softLimitMs

/** How long the server stores a key, less an hour for a request under way. */
const keyLifetimeMs = 23 * 3_600_000

/**
 * Sends the outbox in order, one entry at a time; a failing change holds up all later ones. Of several tabs only the one with the lock sends; in a browser without Web Locks,
 * and where a frozen tab keeps the lock, the stored lease of an entry has the same effect. A crash
 * at any point leads to a second attempt with the same key.
 */
export function createSender<Change>(deps: SenderDeps<Change>) {
  const { update, settle, drop, now = Date.now, random = Math.random } = deps
  const callers = new Map<string, Caller[]>()
  let running: Promise<void> | undefined
  let next: { pause: RetryPause; done: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sends all entries that are due. A call during a pass leads to one more pass after it. */
  function run(pause: RetryPause = 'full'): Promise<void> {
    if (!running) {
      running = pass(pause).finally(() => (running = undefined))
      return running
    }
    if (next) {
      if (rank[pause] > rank[next.pause]) next.pause = pause
      return next.done
    }
    const planned = { pause, done: Promise.resolve() }
    planned.done = running.then(again, again)
    next = planned
    return planned.done

    function again(): Promise<void> {
      next = undefined
      return run(planned.pause)
    }
  }

  async function pass(pause: RetryPause): Promise<void> {
    clearTimeout(timer)
    try {
      await withLock((hasLock) => sendDue(hasLock, pause))
    } finally {
      // Callers whose entry could not be sent learn that it waits.
      if (!next) for (const key of callers.keys()) finish(key)?.resolve('pending')
    }
  }

  async function withLock(work: (hasLock: boolean) => Promise<void>): Promise<void> {
    if (!deps.locks) return work(false)
    const lockTimeout = new AbortController()
    const limit = setTimeout(() => lockTimeout.abort(), leaseMs)
    let hasBegun = false
    try {
      await deps.locks.request(deps.lockName, { signal: lockTimeout.signal }, () => {
        hasBegun = true
        clearTimeout(limit)
        return work(true)
      })
    } catch (error) {
      if (hasBegun) throw error
      await work(false)
    } finally {
      clearTimeout(limit)
    }
  }

  async function sendDue(hasLock: boolean, pause: RetryPause): Promise<void> {
    for (;;) {
      const ownerId = deps.ownerId()
      if (ownerId === undefined || (deps.isOffline() && pause !== 'skip')) return
      const by = crypto.randomUUID()
      const outbox = await update((stored) =>
        claim(stored, { ownerId, by, now: now(), hasLock, pause }),
      )
      const entry = outbox.entries.find(({ lease }) => lease?.by === by)
      if (!entry) return plan(outbox, ownerId, pause)
      // A failure must not shorten the next pause.
      if (!(await attempt(entry))) return plan(await update((stored) => stored), ownerId, 'full')
    }
  }

  /** Returns whether the entry has left the outbox. */
  async function attempt(entry: QueueEntry<Change>): Promise<boolean> {
    const outcome = isKeyExpired(entry)
      ? ({
          kind: 'refused',
          error: new Error('The server has deleted the idempotency key'),
        } as const)
      : await deps.deliver(entry)
    switch (outcome.kind) {
      case 'sent': {
        // In one update, so that the change shows neither twice nor not at all.
        const stored = update((outbox) => settle(outbox, entry, outcome.id))
        outcome.show?.()
        await stored
        finish(entry.key)?.resolve('sent')
        return true
      }
      case 'refused': {
        await update((outbox) => drop(outbox, entry))
        await deps.onRefused(entry, outcome.error)
        return true
      }
      case 'unknown': {
        const { retryAfterMs } = outcome
        await update((outbox) =>
          postpone(outbox, entry, { now: now(), random: random(), retryAfterMs }),
        )
        return false
      }
      case 'signed-out':
        await update((outbox) => release(outbox, entry))
        return false
    }
  }

  function isKeyExpired({ firstTriedAt, change }: QueueEntry<Change>): boolean {
    if (firstTriedAt === undefined) return false
    return !deps.isRepeatable(change) && now() - firstTriedAt > keyLifetimeMs
  }

  /** Schedules a pass for the next due entry. */
  function plan(outbox: Queue<Change>, ownerId: string, pause: RetryPause): void {
    clearTimeout(timer)
    // Without the lock: another tab is sending and frees the entry, or its lease expires.
    const next = nextDue(outbox, { ownerId, now: now(), hasLock: false, pause })
    if (next) timer = setTimeout(() => void run(pause), Math.max(next.at - now(), 0))
  }

  /**
   * Resolves the last caller of an entry; earlier callers, whose change was merged, get 'pending'.
   */
  function finish(key: string): Caller | undefined {
    const [last, ...earlier] = (callers.get(key) ?? []).reverse()
    callers.delete(key)
    for (const { resolve } of earlier) resolve('pending')
    return last
  }

  return {
    run,
    /**
     * Waits for the next attempt of an entry: 'pending' if its outcome is unknown then, or not
     * known within the time that a customer watches a button.
     *
     * @throws if the server rejects it
     */
    track(key: string): Promise<Submission> {
      return new Promise<Submission>((resolve, reject) => {
        callers.set(key, [...(callers.get(key) ?? []), { resolve, reject }])
        setTimeout(() => finish(key)?.resolve('pending'), callerTimeoutMs)
      })
    },
    /** Removes the pending caller, who then reports a rejection. */
    finish,
    stop: () => clearTimeout(timer),
  }
}

const rank: Record<RetryPause, number> = { full: 0, short: 1, skip: 2 }
