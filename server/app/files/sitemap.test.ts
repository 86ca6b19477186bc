import { afterEach, expect, test, vi } from 'vitest'

import { cacheWithTtl } from './sitemap.ts'

afterEach(() => void vi.useRealTimers())

/** A loader that returns how often it has been called. */
function counter() {
  let calls = 0
  return () => Promise.resolve(++calls)
}

test('a value is loaded once, and again after its time to live', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const read = cacheWithTtl<number>(1000, 10)
  const load = counter()

  expect(await read('kurtas', load)).toBe(1)
  vi.setSystemTime(999)
  expect(await read('kurtas', load)).toBe(1)
  vi.setSystemTime(1000)
  expect(await read('kurtas', load)).toBe(2)
  vi.setSystemTime(1999)
  expect(await read('kurtas', load)).toBe(2)
})

test('each key has its own value, and concurrent reads share one load', async () => {
  const read = cacheWithTtl<number>(1000, 10)
  const load = counter()

  const both = Promise.all([read('kurtas', load), read('kurtas', load)])

  expect(await read('sarees', load)).toBe(2)
  expect(await both).toEqual([1, 1])
})

test('a failed load is retried by the next read [ops.3]', async () => {
  const read = cacheWithTtl<number>(1000, 10)

  await expect(read('kurtas', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await read('kurtas', () => Promise.resolve(7))).toBe(7)
})

test('a full cache evicts the value that was loaded first [safe.4]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const read = cacheWithTtl<number>(1000, 2)
  const load = counter()
  await read('kurtas', load)
  await read('sarees', load)
  expect([await read('kurtas', load), await read('sarees', load)]).toEqual([1, 2])

  // Loaded again, so it is no longer the oldest.
  vi.setSystemTime(1000)
  expect(await read('kurtas', load)).toBe(3)
  expect(await read('shirts', load)).toBe(4)

  expect([await read('kurtas', load), await read('shirts', load)]).toEqual([3, 4])
  expect(await read('sarees', load)).toBe(5)
})
