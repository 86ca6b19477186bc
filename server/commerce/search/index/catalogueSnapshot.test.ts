import { expect, test, vi } from 'vitest'

import { cachePerSnapshot, type CatalogueSnapshot } from './catalogueSnapshot.ts'

const aSnapshot = () => ({ ids: [] as string[] }) as CatalogueSnapshot
const million = 1_000_000

test('a value is computed once for each snapshot [search.1]', () => {
  const cached = cachePerSnapshot<string[]>('words', () => 1)
  const snapshot = aSnapshot()
  const compute = vi.fn(() => ['computed'])

  expect([1, 2].map(() => cached(snapshot, 'kurta', compute))).toEqual([['computed'], ['computed']])
  expect(compute).toHaveBeenCalledTimes(1)
  cached(aSnapshot(), 'kurta', compute)
  expect(compute).toHaveBeenCalledTimes(2)
})

test('values of two kinds with the same key are kept apart [search.1]', () => {
  const words = cachePerSnapshot<string[]>('words', () => 1)
  const counts = cachePerSnapshot<{ total: number }>('counts', () => 1)
  const snapshot = aSnapshot()
  words(snapshot, 'kurta', () => ['kurta'])

  expect(counts(snapshot, 'kurta', () => ({ total: 2 }))).toEqual({ total: 2 })
  expect(words(snapshot, 'kurta', () => [])).toEqual(['kurta'])
})

test('a full cache evicts the least recently used value, and a value above its limit is computed each time [search.1]', () => {
  const cached = cachePerSnapshot<number[]>('numbers', ([size = 0]) => size)
  const snapshot = aSnapshot()
  const computed: string[] = []
  const read = (key: string, size: number) =>
    cached(snapshot, key, () => {
      computed.push(key)
      return [size]
    })
  const readAgain = (keys: string[], size: number) => {
    computed.length = 0
    for (const key of keys) read(key, size)
    return computed
  }

  for (const key of ['saree', 'kurta', 'saree', 'jutti']) read(key, 1.4 * million)
  expect(readAgain(['saree', 'jutti'], 1.4 * million)).toEqual([])
  expect(readAgain(['kurta'], 1.4 * million)).toEqual(['kurta'])

  read('all', 5 * million)
  expect(readAgain(['all'], 5 * million)).toEqual(['all'])
})

test('searches without results count towards the limit too [search.1]', () => {
  const cached = cachePerSnapshot<Uint32Array>('results', ({ length }) => length)
  const snapshot = aSnapshot()
  const compute = vi.fn(() => new Uint32Array())

  for (let n = 0; n < 100_000; n++) cached(snapshot, `no such word ${n}`, compute)
  cached(snapshot, 'no such word 0', compute)

  expect(compute).toHaveBeenCalledTimes(100_001)
})
