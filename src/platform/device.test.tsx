import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { brandsRead, storeRead } from '#contract/api/reads.ts'
import * as rules from '#contract/rules.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'
import { isDocumentStale, cacheHome, recordRead } from './serviceWorker/workerClient.ts'
import { sendReadsToWorker } from './serviceWorker/registration.ts'
import { pollEvery } from './connectivity/connectivityAtom.ts'
import { prefersReducedData } from './connectivity/connectivity.ts'
import { cacheProducts, cachedProduct } from '#platform/api/reads/reads.ts'
import { whenIdle } from './rendering/idle.ts'

/** Browser APIs that jsdom lacks. */
const browserWith = (parts: Record<string, unknown>) =>
  vi.stubGlobal(
    'navigator',
    Object.create(
      navigator,
      Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }])),
    ),
  )

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test.each([
  [undefined, false],
  [{}, false],
  [{ saveData: true }, true],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '3g', rtt: 800 }, false],
  [{ effectiveType: '3g', rtt: 850 }, true],
])('a connection of %j saves data: %s [pwa.15]', (connection, savesData) => {
  browserWith({ connection })

  expect(prefersReducedData()).toBe(savesData)
})

test('while data is saved, nothing is polled more often than once a minute [pwa.15]', () => {
  browserWith({ connection: {} })
  expect(pollEvery(10_000)).toBe(10_000)

  browserWith({ connection: { saveData: true } })
  expect(pollEvery(10_000)).toBe(60_000)
  expect(pollEvery(120_000)).toBe(120_000)
})

describe('a document stored by the worker', () => {
  /** The worker reports that it has stored the document. */
  function storedAt(duration: number | undefined, controller: object | null = {}) {
    browserWith({ serviceWorker: { controller } })
    const serverTiming = duration === undefined ? [] : [{ name: 'stored-at', duration }]
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { serverTiming: [{ name: 'db', duration: 1 }, ...serverTiming] },
    ] as never)
  }

  test.each([
    [0, false],
    [rules.cacheTtl.listsMs - 1, false],
    [rules.cacheTtl.listsMs, true],
    [-1, true],
  ])('%s ms ago is old: %s [pwa.3]', (agoMs, isOld) => {
    storedAt(Date.now() - agoMs)

    expect(isDocumentStale()).toBe(isOld)
  })

  test('of a list or a product is always old, because it has prices [pwa.3]', () => {
    history.replaceState(null, '', '/collections')
    onTestFinished(() => history.replaceState(null, '', '/'))

    storedAt(Date.now())

    expect(isDocumentStale()).toBe(true)
  })

  test('is old if the browser does not report its age [pwa.3]', () => {
    storedAt(undefined)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])

    expect(isDocumentStale()).toBe(true)
  })

  test('that the server sent now is not old, with a worker and without [pwa.3]', () => {
    storedAt(undefined)
    expect(isDocumentStale()).toBe(false)

    storedAt(undefined, null)
    expect(isDocumentStale()).toBe(false)

    browserWith({ serviceWorker: undefined })
    expect(isDocumentStale()).toBe(false)
  })
})

describe('data read before the worker was active', () => {
  const postMessage = vi.fn()

  test('is sent to it once: responses and images of the store [pwa.3]', () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
      [
        `${location.origin}/photos/a.webp`,
        `${location.origin}/photos/a.webp`,
        `${location.origin}/assets/main.js`,
        'https://elsewhere.example/photos/b.webp',
      ].map((name) => ({ name })) as never,
    )
    browserWith({ serviceWorker: { controller: null } })
    recordRead(brandsRead)
    browserWith({ serviceWorker: { controller: { postMessage } } })
    recordRead(storeRead)

    sendReadsToWorker()
    sendReadsToWorker()

    expect(postMessage.mock.calls).toEqual([
      [{ type: 'cache-urls', urls: ['/api/brands', '/photos/a.webp'] }],
      [{ type: 'cache-urls', urls: ['/photos/a.webp'] }],
    ])
  })

  test.each([
    ['MEN', '/?gender=men'],
    ['WOMEN', '/'],
    [null, '/'],
  ])('with %s chosen, home is stored for %s [shell.13]', (gender, path) => {
    postMessage.mockClear()
    browserWith({ serviceWorker: { controller: { postMessage } } })
    if (gender) localStorage.setItem('gender', gender)

    cacheHome()

    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'cache-home', path })
  })
})

describe('idle work', () => {
  /** A browser with requestIdleCallback. */
  function resting() {
    const idleCallbacks: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idleCallbacks.push(work))
    return () => idleCallbacks.forEach((work) => work())
  }
  const isLoading = (state: DocumentReadyState) =>
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(state)

  test('runs when the browser is idle', () => {
    const rest = resting()
    isLoading('complete')
    const work = vi.fn()
    whenIdle(work)
    expect(work).not.toHaveBeenCalled()

    rest()

    expect(work).toHaveBeenCalledOnce()
  })

  test('waits for the page to load once', () => {
    const rest = resting()
    isLoading('interactive')
    const work = vi.fn()
    whenIdle(work)
    rest()
    expect(work).not.toHaveBeenCalled()

    dispatchEvent(new Event('load'))
    dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(10_000)
    rest()

    expect(work).toHaveBeenCalledOnce()
  })

  test('waits at most ten seconds for an image that never loads', () => {
    const rest = resting()
    isLoading('interactive')
    const work = vi.fn()
    whenIdle(work)

    vi.advanceTimersByTime(9999)
    rest()
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    rest()

    expect(work).toHaveBeenCalledOnce()
  })

  test('runs a moment later without requestIdleCallback', () => {
    vi.stubGlobal('requestIdleCallback', undefined)
    Reflect.deleteProperty(globalThis, 'requestIdleCallback')
    isLoading('complete')
    const work = vi.fn()
    whenIdle(work)
    vi.advanceTimersByTime(299)
    expect(work).not.toHaveBeenCalled()

    vi.advanceTimersByTime(1)

    expect(work).toHaveBeenCalledOnce()
  })

  test('does not run if it is cancelled before', () => {
    const rest = resting()
    isLoading('complete')
    const work = vi.fn()
    whenIdle(work)()
    rest()

    isLoading('interactive')
    whenIdle(work)()
    dispatchEvent(new Event('load'))
    rest()

    expect(work).not.toHaveBeenCalled()
  })
})

describe('products that cards have shown', () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => aProduct({ _id: `seen-${from + at}` }))

  test('are cached for their pages, the latest 500', () => {
    cacheProducts(numbered(0, 500))
    cacheProducts(numbered(0, 1))
    expect(cachedProduct('seen-1')?._id).toBe('seen-1')

    cacheProducts(numbered(500, 501))

    expect(cachedProduct('seen-1')).toBeUndefined()
    for (const id of ['seen-0', 'seen-2', 'seen-500']) expect(cachedProduct(id)?._id).toBe(id)
  })

  test('are cached as they were last shown', () => {
    cacheProducts([aProduct({ _id: 'renamed', name: 'Kurta' })])
    cacheProducts([aProduct({ _id: 'renamed', name: 'Blue kurta' })])

    expect(cachedProduct('renamed')?.name).toBe('Blue kurta')
  })
})
