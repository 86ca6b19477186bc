import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  add,
  browserOf,
  toggleHeart,
  open,
  setQuantity,
  settleAll,
} from '#tests/support/screens/senderTab.ts'
import type { Outcome } from './createSender.ts'
import { enqueue } from './changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a change in the outbox', () => {
  test('is sent after the previous one, in order [wish.4] [pwa.13]', async () => {
    const responses: (() => void)[] = []
    const browser = browserOf(
      toggleHeart('wishlist.add', 'a'),
      add('local-b'),
      toggleHeart('wishlist.add', 'c'),
    )
    const { sender, keys } = open(
      () => new Promise((respond) => responses.push(() => respond({ kind: 'sent' }))),
      browser,
    )

    void sender.run()
    for (const count of [1, 2, 3]) {
      await settleAll()
      expect(keys()).toHaveLength(count)
      responses[count - 1]?.()
    }
    await settleAll()

    expect(keys()).toEqual(['key-1', 'key-2', 'key-3'])
    expect(browser.outbox.entries).toEqual([])
  })

  test('is retried after 1, 2, 4 seconds with the same key, at most 8 times in 10 s, however often the page becomes visible [pwa.13]', async () => {
    const { sender, sent, keys, browser } = open(() => ({ kind: 'unknown' }), browserOf(add('l')))

    await sender.run()
    await vi.advanceTimersByTimeAsync(7500)
    expect(sent.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000])
    expect(new Set(keys())).toEqual(new Set(['key-1']))

    const skipping = open(() => ({ kind: 'unknown' }), browserOf(add('l')))
    const wakes = vi.spyOn(skipping.browser, 'update')
    await skipping.sender.run('skip')
    wakes.mockClear()
    await vi.advanceTimersByTimeAsync(999)
    expect(wakes).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(skipping.sent.map(({ at }) => at)).toEqual([0, 1000])

    const eager = open(() => ({ kind: 'unknown' }), browserOf(add('l')))
    for (let turn = 0; turn < 100; turn += 1) {
      void eager.sender.run('short')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(eager.sent.length).toBeLessThanOrEqual(8)
    expect(browser.outbox.entries).toHaveLength(1)
  })

  test('waits as long as Retry-After says, except when the customer sends it now [pwa.13]', async () => {
    const { sender, sent } = open(
      () => ({ kind: 'unknown', retryAfterMs: 60_000 }),
      browserOf(add('l')),
    )
    await sender.run()
    await vi.advanceTimersByTimeAsync(59_000)
    await sender.run('short')
    expect(sent).toHaveLength(1)

    await sender.run('skip')
    expect(sent).toHaveLength(2)
  })

  test('is not sent offline, and at once when the connection is back [pwa.13]', async () => {
    const { sender, sent, browser } = open(() => ({ kind: 'sent' }), browserOf(add('l')))
    browser.isOffline = true
    await sender.run('short')
    expect(sent).toEqual([])

    browser.isOffline = false
    await sender.run('short')
    expect(sent).toHaveLength(1)
  })

  test('stays when the session expires, is never sent as another customer, and continues as its owner [login.7] [safe.2]', async () => {
    let isOver = true
    const { sender, sent, browser } = open(
      () => (isOver ? { kind: 'signed-out' } : { kind: 'sent' }),
      browserOf(add('l')),
    )
    await sender.run()
    expect(browser.outbox.entries).toMatchObject([{ key: 'key-1', failures: 0 }])
    browser.user = 'ravi'
    await sender.run('skip')
    expect(sent).toHaveLength(1)

    browser.user = 'asha'
    isOver = false
    await sender.run()
    expect(browser.outbox.entries).toEqual([])
  })

  test('is removed when it is refused, and its caller gets the reason; otherwise a toast shows it [pwa.13]', async () => {
    const error = new Error('Sold out')
    const { sender, refused, browser } = open(
      () => ({ kind: 'refused', error }),
      browserOf(add('l'), toggleHeart('wishlist.add')),
    )
    const submission = expect(sender.track('key-1')).rejects.toBe(error)

    await sender.run()

    await submission
    expect(refused).toEqual(['key-2'])
    expect(browser.outbox.entries).toEqual([])
  })

  test('shows as pending after three seconds without a response [pwa.13]', async () => {
    const { sender } = open(() => new Promise(() => {}), browserOf(add('l')))
    const submission = sender.track('key-1')
    void sender.run()

    await vi.advanceTimersByTimeAsync(3000)

    expect(await submission).toBe('pending')
  })

  test('is not sent again a day later if the page was killed in its first attempt [pwa.13]', async () => {
    const browser = browserOf(add('l'))
    const killed = open(() => new Promise(() => {}), browser)
    void killed.sender.run()
    await settleAll()
    vi.setSystemTime(Date.now() + 60_000)
    const reopened = open(() => ({ kind: 'unknown' }), browser)
    await reopened.sender.run('skip')
    reopened.sender.stop()
    expect(browser.outbox.entries).toMatchObject([{ failures: 2 }])

    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    const nextDay = open(() => ({ kind: 'sent' }), browser)
    await nextDay.sender.run('skip')

    expect(nextDay.sent).toEqual([])
    expect(nextDay.refused).toEqual(['key-1'])
  })

  test('merged from two edits is sent once; only the later edit is notified [pwa.13]', async () => {
    const { sender, sent } = open(() => ({ kind: 'sent' }), browserOf(setQuantity('line-1', 3)))
    const submissions = [sender.track('key-1'), sender.track('key-1')]

    await sender.run()

    expect(await Promise.all(submissions)).toEqual(['pending', 'sent'])
    expect(sent).toHaveLength(1)
  })

  test('made while another is being sent follows it and is reported as sent [pwa.13]', async () => {
    let respond = () => {}
    const browser = browserOf(toggleHeart('wishlist.add', 'a'))
    const { sender, keys } = open(
      ({ key }) =>
        key === 'key-1'
          ? new Promise((resolve) => (respond = () => resolve({ kind: 'unknown' })))
          : { kind: 'sent' },
      browser,
    )
    void sender.run()
    await settleAll()
    browser.outbox = enqueue(browser.outbox, {
      ...{ key: 'key-2', ownerId: 'asha', change: add('l'), now: 0 },
    })
    const submission = sender.track('key-2')
    void sender.run('short')
    browser.outbox = { ...browser.outbox, entries: browser.outbox.entries.slice(1) }
    respond()

    expect(await submission).toBe('sent')
    expect(keys()).toEqual(['key-1', 'key-2'])
  })

  test.for([
    ['short', 'skip'],
    ['skip', 'short'],
  ] as const)(
    'is retried at once when the customer asks for it during an attempt, after the pauses %s and %s [pwa.13]',
    async (pauses) => {
      let fail = () => {}
      const { sender, sent } = open(
        () =>
          new Promise((resolve) => {
            fail = () => resolve({ kind: 'unknown', retryAfterMs: 60_000 })
          }),
        browserOf(add('l')),
      )
      void sender.run()
      await settleAll()
      for (const pause of pauses) void sender.run(pause)

      fail()
      await settleAll()

      expect(sent.map(({ at }) => at)).toEqual([0, 0])
    },
  )

  test('is sent again a day later if repeating it is harmless [pwa.13]', async () => {
    let response: Outcome = { kind: 'unknown' }
    const { sender, keys, refused } = open(() => response, browserOf(toggleHeart('wishlist.add')))
    await sender.run()
    sender.stop()
    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    response = { kind: 'sent' }

    await sender.run('skip')

    expect(keys()).toEqual(['key-1', 'key-1'])
    expect(refused).toEqual([])
  })

  test.for([
    [23 * 3_600_000, 2, []],
    [23 * 3_600_000 + 1, 1, ['key-1']],
  ] as const)(
    'is sent again for 23 hours, as long as the server stores its key: after %i ms [pwa.13]',
    async ([afterMs, attempts, gaveUp]) => {
      const { sender, sent, refused } = open(() => ({ kind: 'unknown' }), browserOf(add('l')))
      await sender.run()
      sender.stop()
      vi.setSystemTime(Date.now() + afterMs)

      await sender.run('skip')
      sender.stop()

      expect(sent).toHaveLength(attempts)
      expect(refused).toEqual(gaveUp)
    },
  )
})

describe('two tabs', () => {
  test('with Web Locks, only one sends at a time [pwa.13]', async () => {
    let [concurrent, max] = [0, 0]
    const browser = browserOf(toggleHeart('wishlist.add', 'a'), toggleHeart('wishlist.add', 'b'))
    const locks = navigatorLocks()
    const send = async (): Promise<Outcome> => {
      max = Math.max(max, (concurrent += 1))
      await new Promise((done) => setTimeout(done, 100))
      concurrent -= 1
      return { kind: 'sent' }
    }
    const tabs = [open(send, browser, locks), open(send, browser, locks)]

    for (const { sender } of tabs) void sender.run('skip')
    await vi.advanceTimersByTimeAsync(1000)

    expect(max).toBe(1)
    expect(browser.outbox.entries).toEqual([])
  })

  test('without Web Locks, the other one sends no other change meanwhile [pwa.13]', async () => {
    const browser = browserOf(add('l'), toggleHeart('wishlist.add', 'a'))
    const sending = open(() => new Promise(() => {}), browser)
    const otherTab = open(() => ({ kind: 'sent' }), browser)
    void sending.sender.run()
    await settleAll()

    void otherTab.sender.run('skip')
    await vi.advanceTimersByTimeAsync(19_000)

    expect(otherTab.sent).toEqual([])
  })

  test('without Web Locks, the other one waits until the first has failed or ended [pwa.13]', async () => {
    const browser = browserOf(add('l'))
    const deadTab = open(() => new Promise(() => {}), browser)
    const otherTab = open(() => ({ kind: 'sent' }), browser)
    void deadTab.sender.run()
    await settleAll()

    void otherTab.sender.run('skip')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(otherTab.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2000)

    expect(otherTab.keys()).toEqual(['key-1'])
  })

  test('with one frozen tab that has the lock: the other one sends after 20 seconds [pwa.13]', async () => {
    const browser = browserOf(add('l'))
    const { sender, keys } = open(() => ({ kind: 'sent' }), browser, frozenLock)

    void sender.run('skip')
    await vi.advanceTimersByTimeAsync(19_999)
    expect(keys()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)

    expect(keys()).toEqual(['key-1'])
  })

  test('with Web Locks: a killed tab’s change is sent again at once [pwa.13]', async () => {
    const browser = browserOf(add('l'))
    const killed = open(() => new Promise(() => {}), browser, navigatorLocks())
    void killed.sender.run()
    await settleAll()

    const reopened = open(() => ({ kind: 'unknown' }), browser, navigatorLocks())
    await reopened.sender.run()
    reopened.sender.stop()

    expect(reopened.keys()).toEqual(['key-1'])
    expect(browser.outbox.entries).toMatchObject([{ failures: 2 }])
  })

  test('with Web Locks: a failure while sending is not retried without the lock [pwa.13]', async () => {
    const fault = new Error('IndexedDB is gone')
    const { sender, sent } = open(
      () => Promise.reject(fault),
      browserOf(add('l')),
      navigatorLocks(),
    )

    await expect(sender.run()).rejects.toBe(fault)

    expect(sent).toHaveLength(1)
  })
})

/** Web Locks with one lock: the next holder starts when the previous one has ended. */
function navigatorLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, _options: LockOptions, work: () => Promise<unknown>) =>
    (last = last.then(work))
  return { request } as unknown as LockManager
}

/** The lock of a frozen tab, which is never released. */
const frozenLock = {
  request: (_name: string, { signal }: LockOptions) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
} as unknown as LockManager
