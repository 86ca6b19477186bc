import { expect, test, vi } from 'vitest'

import { isFull } from '#tests/support/proofScale.ts'
import {
  type Change,
  changeQueue,
  enqueue,
  type Entry,
  type Outbox,
  type OutboxTopic,
  topicOf,
} from '#platform/outbox/changes.ts'
import { createSender, type Outcome } from '#platform/outbox/createSender.ts'
import { emptyOutbox } from '#platform/outbox/outboxAtom.ts'
import { seededRandom } from '#tests/support/seededRandom.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const never = new Promise<never>(() => {})

/** What the tabs of a browser share: IndexedDB, the locks, and who is logged in. */
class Browser {
  outbox: Outbox = emptyOutbox
  user: string | undefined = 'asha'
  isOffline = false
  readonly #random: () => number
  readonly #waiting: (() => void)[] = []
  #holder: Tab | undefined

  constructor(random: () => number) {
    this.#random = random
  }

  async update(change: (outbox: Outbox) => Outbox): Promise<Outbox> {
    await pause(this.#random() * 5)
    this.outbox = change(this.outbox)
    return this.outbox
  }

  /** Web Locks with one exclusive lock. */
  locksFor(tab: Tab): Pick<LockManager, 'request'> {
    const request = async (
      _name: string,
      { signal }: LockOptions,
      work: () => Promise<void>,
    ): Promise<void> => {
      while (this.#holder) {
        await new Promise<void>((free, refuse) => {
          this.#waiting.push(free)
          signal?.addEventListener('abort', () => refuse(new DOMException('', 'AbortError')))
        })
      }
      if (tab.isDead) return never
      this.#holder = tab
      try {
        await work()
      } finally {
        this.release(tab)
      }
    }
    return { request } as unknown as LockManager
  }

  release(tab: Tab): void {
    if (this.#holder !== tab) return
    this.#holder = undefined
    for (const free of this.#waiting.splice(0)) free()
  }
}

type Fault = 'none' | 'cut before' | 'cut after' | '5xx' | 'hang before' | 'hang after'
const faults: Fault[] = ['none', 'cut before', 'cut after', '5xx', 'hang before', 'hang after']
const requestTimeoutMs = 15_000

/** A server that applies a change once per key, however often it is sent. */
class Server {
  /** The keys of the applied changes, in order, by user. */
  readonly done = new Map<string, string[]>()
  readonly refused = new Set<string>()
  attempts = 0
  faultRate = 0
  /** The topic whose changes all fail. */
  brokenTopic: OutboxTopic | undefined
  /**
   * Tabs with a pending request, and whose change it sends; and the highest number at once for one
   * user.
   */
  readonly senders = new Map<Tab, string>()
  maxSenders = 0
  readonly #outcomes = new Map<string, Outcome>()
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /**
   * @param token of the user who is logged in when the request is sent
   */
  async receive({ key, ownerId, change }: Entry, token: string): Promise<Outcome> {
    if (token !== ownerId) throw new Error(`A change of ${ownerId} was sent as ${token}`)
    this.attempts += 1
    const fault = topicOf(change) === this.brokenTopic ? '5xx' : this.#fault()
    await pause(this.#random() * 300)
    if (fault === '5xx') {
      const retryAfterMs = this.#random() < 0.3 ? 3000 : undefined
      return { kind: 'unknown', retryAfterMs }
    }
    const isDone = fault !== 'cut before' && fault !== 'hang before'
    if (isDone && !this.#outcomes.has(key)) this.#outcomes.set(key, this.#process(key, ownerId))
    if (fault.startsWith('hang')) await pause(requestTimeoutMs)
    if (fault !== 'none') return { kind: 'unknown' }
    await pause(this.#random() * 300)
    return this.#outcomes.get(key) ?? { kind: 'unknown' }
  }

  #fault(): Fault {
    if (this.#random() >= this.faultRate) return 'none'
    return faults[1 + Math.floor(this.#random() * (faults.length - 1))] ?? 'none'
  }

  #process(key: string, ownerId: string): Outcome {
    if (this.#random() < 0.1) {
      this.refused.add(key)
      return { kind: 'refused', error: new Error('Refused') }
    }
    this.done.set(ownerId, [...(this.done.get(ownerId) ?? []), key])
    return { kind: 'sent' }
  }
}

/** A tab: its sender, and whether it was killed. */
class Tab {
  isDead = false
  readonly sender: ReturnType<typeof createSender>
  readonly #browser: Browser

  constructor(
    browser: Browser,
    server: Server,
    options: { hasLocks: boolean; random: () => number },
  ) {
    this.#browser = browser
    const alive = async <Value>(value: Promise<Value>): Promise<Value> => {
      const result = await value
      return this.isDead ? never : result
    }
    this.sender = createSender({
      ...changeQueue,
      update: (change) => (this.isDead ? never : alive(browser.update(change))),
      ownerId: () => browser.user,
      isOffline: () => browser.isOffline,
      deliver: (entry) => {
        const token = browser.user
        if (token === undefined || token !== entry.ownerId)
          return Promise.resolve({ kind: 'signed-out' })
        if (browser.isOffline) return Promise.resolve({ kind: 'unknown' })
        server.senders.set(this, token)
        const ofUser = [...server.senders.values()].filter((owner) => owner === token)
        server.maxSenders = Math.max(server.maxSenders, ofUser.length)
        return alive(server.receive(entry, token).finally(() => server.senders.delete(this)))
      },
      onRefused: () => Promise.resolve(),
      locks: options.hasLocks ? browser.locksFor(this) : undefined,
      random: options.random,
    })
  }

  /** Submits a change and waits until it is stored. */
  async store(key: string, change: Change): Promise<void> {
    const ownerId = this.#browser.user
    if (ownerId === undefined) return
    await this.#browser.update((outbox) =>
      enqueue(outbox, { key, ownerId, change, now: Date.now() }),
    )
    if (!this.isDead) void this.sender.run('short')
  }

  kill(): void {
    this.isDead = true
    this.sender.stop()
    this.#browser.release(this)
  }
}

/**
 * A change of any topic that is never merged, for one of a few products, so that some must follow
 * others.
 */
function randomChange(key: string, random: () => number): Change {
  const product = aProduct({ _id: `product-${Math.floor(random() * 3)}` })
  const kind = Math.floor(random() * 4)
  if (kind === 0) return { type: 'wishlist.add', product }
  if (kind === 1) return { type: 'cart.moveToWishlist', lineId: `line-${key}`, product }
  if (kind === 2) {
    return { type: 'address.remove', addressId: `address-${key}`, label: 'home', city: 'Indore' }
  }
  const lineId = `local-${key}`
  return { type: 'cart.add', lineId, product, size: 'M', quantity: 1, resultingQuantity: 1 }
}

const brokenTopics = [undefined, 'cart', 'wishlist', 'address'] as const

/** A seeded history of two tabs. Returns the wanted changes and what the server applied. */
async function playFaults(seed: number) {
  vi.useFakeTimers()
  try {
    const random = seededRandom(seed)
    const browser = new Browser(random)
    const server = new Server(random)
    const options = { hasLocks: random() < 0.7, random }
    const open = () => new Tab(browser, server, options)
    const tabs = [open(), open()]
    /** The submitted changes, in order, by user. */
    const wanted = new Map<string, { key: string; change: Change }[]>()
    const discarded = new Set<string>()
    server.faultRate = 0.6

    for (let step = 0; step < 30; step += 1) {
      const place = random() < 0.5 ? 0 : 1
      const tab = tabs[place] as Tab
      const what = random()
      if (what < 0.5) {
        const key = `change-${step}`
        const owner = browser.user
        await vi.advanceTimersByTimeAsync(0)
        const change = randomChange(key, random)
        const stored = tab.store(key, change)
        await vi.advanceTimersByTimeAsync(6)
        await stored
        if (owner !== undefined) wanted.set(owner, [...(wanted.get(owner) ?? []), { key, change }])
      } else if (what < 0.65) {
        tab.kill()
        server.senders.delete(tab)
        tabs[place] = open()
        void tabs[place].sender.run('short')
      } else if (what < 0.8) {
        browser.isOffline = !browser.isOffline
        for (const other of tabs) void other.sender.run('short')
      } else if (what < 0.85) {
        // The session ends: changes wait and are sent once the same customer has logged in again.
        browser.user = undefined
      } else if (what < 0.95) {
        browser.user ??= 'asha'
        for (const other of tabs) void other.sender.run('short')
      } else {
        // Another customer logs in, and the changes of the previous one are deleted.
        for (const { key } of browser.outbox.entries) discarded.add(key)
        browser.outbox = emptyOutbox
        server.senders.clear()
        browser.user = browser.user === 'ravi' ? 'asha' : 'ravi'
      }
      if (random() < 0.3) server.brokenTopic = brokenTopics[Math.floor(random() * 4)]
      await vi.advanceTimersByTimeAsync(random() * 4000)
    }

    server.faultRate = 0
    server.brokenTopic = undefined
    browser.isOffline = false
    browser.user ??= 'asha'
    for (const tab of tabs) void tab.sender.run('short')
    await vi.advanceTimersByTimeAsync(1_800_000)
    for (const tab of tabs) tab.kill()
    return { wanted, discarded, server, left: browser.outbox.entries }
  } finally {
    vi.useRealTimers()
  }
}

/** The changes that were applied before an earlier one. */
function outOfOrder(submitted: { key: string }[], order: string[]): string[] {
  const indexOf = (key: string) => order.indexOf(key)
  return submitted.flatMap((later, index) =>
    submitted
      .slice(0, index)
      .filter(({ key }) => indexOf(key) > indexOf(later.key) && indexOf(later.key) >= 0)
      .map(({ key }) => `${later.key} before ${key}`),
  )
}

const schedules = isFull ? 1000 : 100

test(`${schedules} random sequences of cuts, errors, timeouts, kills and logouts lose and duplicate no change [pwa.13]`, async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const { wanted: submitted, discarded, server, left } = await playFaults(seed)
    expect(server.maxSenders, `seed ${seed}: tabs that sent at once`).toBeLessThanOrEqual(1)
    for (const [owner, changes] of submitted) {
      const keys = changes.map(({ key }) => key)
      const done = server.done.get(owner) ?? []
      // A change discarded at a logout may have been applied before.
      const mustBe = keys.filter((key) => !server.refused.has(key) && !discarded.has(key))
      const certain = done.filter((key) => !discarded.has(key))
      const isSettled = (key: string) => done.includes(key) || server.refused.has(key)
      const waits = left
        .filter(({ ownerId, key }) => ownerId === owner && !isSettled(key))
        .map(({ key }) => key)
      const order = [...certain, ...waits]
      expect(order.toSorted(), `seed ${seed}, ${owner}: lost`).toEqual(mustBe.toSorted())
      expect(outOfOrder(changes, order), `seed ${seed}, ${owner}: out of order`).toEqual([])
      expect(new Set(done).size, `seed ${seed}: doubled`).toBe(done.length)
    }
  }
}, 300_000)
