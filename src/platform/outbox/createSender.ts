import { rules } from '#contract/rules.ts'
import type { Entry, Outbox } from './changes.ts'
import { claim, drop, type Haste, leaseMs, nextDue, postpone, release, settle } from './queue.ts'

/** What became of one attempt. */
export type Outcome =
  /** The server did it, now or at an earlier attempt; `id` replaces the provisional one. */
  | { kind: 'sent'; id?: string | undefined; show?: () => void }
  /** The server will never do it. */
  | { kind: 'refused'; error: unknown }
  /** Nobody knows: no answer, a gateway's answer, a busy store. */
  | { kind: 'unknown'; retryAfterMs?: number | undefined }
  /** Nobody is logged in any more, or somebody else is. */
  | { kind: 'signed-out' }

export type SenderDeps = {
  /** Applies a change to what is stored, in one transaction across all tabs; gives what is stored then. */
  update: (change: (outbox: Outbox) => Outbox) => Promise<Outbox>
  /** Whose entries may be sent now. */
  ownerId: () => string | undefined
  isOffline: () => boolean
  deliver: (entry: Entry) => Promise<Outcome>
  onRefused: (entry: Entry, error: unknown) => Promise<void>
  locks: Pick<LockManager, 'request'> | undefined
  now?: () => number
  chance?: () => number
}

export type Submission = 'sent' | 'waiting'
type Caller = { resolve: (outcome: Submission) => void; reject: (error: unknown) => void }

const patienceMs = rules.request.softLimitMs
const lockName = 'outbox'

/** How long the server remembers a key, less an hour for an attempt that was on its way. */
const keyLifeMs = 23 * 3_600_000
/** Doing these a second time would add a second line or address. */
const unrepeatable: Entry['change']['type'][] = ['cart.add', 'address.add']

/**
 * Sends what is in the outbox, oldest first and one at a time; a change that fails holds up only those that
 * must follow it. Of several tabs only the one that holds the lock sends; in a browser without Web Locks, and where a frozen tab keeps the lock, the stored lease
 * of an entry has the same effect. A kill at any point leads to a second attempt with the same key.
 */
export function createSender(deps: SenderDeps) {
  const { update, now = Date.now, chance = Math.random } = deps
  const callers = new Map<string, Caller[]>()
  let running: Promise<void> | undefined
  let next: { haste: Haste; done: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sends what may be sent. A call during a pass leads to one more pass after it. */
  function run(haste: Haste = 'none'): Promise<void> {
    if (!running) {
      running = pass(haste).finally(() => (running = undefined))
      return running
    }
    if (next) {
      if (rank[haste] > rank[next.haste]) next.haste = haste
      return next.done
    }
    const planned = { haste, done: Promise.resolve() }
    planned.done = running.then(again, again)
    next = planned
    return planned.done

    function again(): Promise<void> {
      next = undefined
      return run(planned.haste)
    }
  }

  async function pass(haste: Haste): Promise<void> {
    clearTimeout(timer)
    try {
      await withLock((hasLock) => sendDue(hasLock, haste))
    } finally {
      // Whoever asked for what nobody could send yet learns that it waits.
      if (!next) for (const key of callers.keys()) finish(key)?.resolve('waiting')
    }
  }

  async function withLock(work: (hasLock: boolean) => Promise<void>): Promise<void> {
    if (!deps.locks) return work(false)
    const patience = new AbortController()
    const limit = setTimeout(() => patience.abort(), leaseMs)
    let hasBegun = false
    try {
      await deps.locks.request(lockName, { signal: patience.signal }, () => {
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

  async function sendDue(hasLock: boolean, haste: Haste): Promise<void> {
    const failed = new Set<string>()
    for (;;) {
      const ownerId = deps.ownerId()
      if (ownerId === undefined || (deps.isOffline() && haste !== 'now')) return
      const by = crypto.randomUUID()
      const outbox = await update((stored) =>
        claim(stored, { ownerId, by, now: now(), hasLock, haste, except: failed }),
      )
      const entry = outbox.entries.find(({ lease }) => lease?.by === by)
      // A failure is no occasion to hurry the next attempt.
      if (!entry) return plan(outbox, ownerId, failed.size > 0 ? 'none' : haste)
      if (await attempt(entry)) continue
      failed.add(entry.key)
      // Without a connection the other changes would only hang as well, while the customer waits.
      if (deps.isOffline()) return plan(await update((stored) => stored), ownerId, 'none')
    }
  }

  /** Gives whether the entry has left the outbox. */
  async function attempt(entry: Entry): Promise<boolean> {
    const outcome = isKeyForgotten(entry)
      ? ({ kind: 'refused', error: new Error('The server forgot the key') } as const)
      : await deps.deliver(entry)
    switch (outcome.kind) {
      case 'sent': {
        // Together, so that the change shows neither twice nor not at all.
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
          postpone(outbox, entry, { now: now(), chance: chance(), retryAfterMs }),
        )
        return false
      }
      case 'signed-out':
        await update((outbox) => release(outbox, entry))
        return false
    }
  }

  function isKeyForgotten({ firstTriedAt, change }: Entry): boolean {
    if (firstTriedAt === undefined) return false
    return unrepeatable.includes(change.type) && now() - firstTriedAt > keyLifeMs
  }

  /** Comes back when the next entry may be tried. */
  function plan(outbox: Outbox, ownerId: string, haste: Haste): void {
    clearTimeout(timer)
    // Without the lock: another tab is sending, which frees the entry, or its lease runs out.
    const next = nextDue(outbox, { ownerId, now: now(), hasLock: false, haste })
    if (next) timer = setTimeout(() => void run(haste), Math.max(next.at - now(), 0))
  }

  /** Gives the last caller who waits for an entry; to earlier ones, whose change it took in, it waits. */
  function finish(key: string): Caller | undefined {
    const [last, ...earlier] = (callers.get(key) ?? []).reverse()
    callers.delete(key)
    for (const { resolve } of earlier) resolve('waiting')
    return last
  }

  return {
    run,
    /**
     * Waits for the next attempt of an entry that was just stored: 'waiting' if its outcome is not known
     * then, or not within the time that a customer watches a button.
     *
     * @throws what the server refused it with
     */
    track(key: string): Promise<Submission> {
      return new Promise<Submission>((resolve, reject) => {
        callers.set(key, [...(callers.get(key) ?? []), { resolve, reject }])
        setTimeout(() => finish(key)?.resolve('waiting'), patienceMs)
      })
    },
    /** Takes the caller who waits for an entry, who then tells of a refusal. */
    finish,
    stop: () => clearTimeout(timer),
  }
}

const rank: Record<Haste, number> = { none: 0, hurried: 1, now: 2 }
