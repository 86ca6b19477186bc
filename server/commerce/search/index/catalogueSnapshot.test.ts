import { expect, test, vi } from 'vitest'

import { cachedListSize, cachePerSnapshot, type CatalogueSnapshot } from './catalogueSnapshot.ts'

const aSnapshot = () => ({}) as CatalogueSnapshot

test('a value is computed once for each snapshot [search.1]', () => {
  const cached = cachePerSnapshot<string[]>(10)
  const snapshot = aSnapshot()
  const compute = vi.fn(() => ['computed'])

  expect([1, 2].map(() => cached(snapshot, 'kurta', compute))).toEqual([['computed'], ['computed']])
  expect(compute).toHaveBeenCalledTimes(1)
  cached(aSnapshot(), 'kurta', compute)
  expect(compute).toHaveBeenCalledTimes(2)
})

test('a full cache evicts the least recently used value, and a value above its limit is computed each time [search.1]', () => {
  const cached = cachePerSnapshot<number[]>(5, ({ length }) => length)
  const snapshot = aSnapshot()
  const computed: string[] = []
  const read = (key: string, length: number) =>
    cached(snapshot, key, () => {
      computed.push(key)
      return Array<number>(length).fill(0)
    })
  const readAgain = (keys: string[], length: number) => {
    computed.length = 0
    for (const key of keys) read(key, length)
    return computed
  }

  for (const key of ['saree', 'kurta', 'saree', 'jutti']) read(key, 2)
  expect(readAgain(['saree', 'jutti'], 2)).toEqual([])
  expect(readAgain(['kurta'], 2)).toEqual(['kurta'])

  read('all', 9)
  expect(readAgain(['all'], 9)).toEqual(['all'])
})

test('without sizes a cache is limited by its number of values [search.1]', () => {
  const cached = cachePerSnapshot<string[]>(2)
  const snapshot = aSnapshot()
  const compute = vi.fn(() => ['computed'])
  const read = (...keys: string[]) => keys.forEach((key) => cached(snapshot, key, compute))

  read('saree', 'kurta', 'saree', 'kurta')
  expect(compute).toHaveBeenCalledTimes(2)
  read('jutti', 'kurta', 'saree')
  expect(compute).toHaveBeenCalledTimes(4)
})

test('searches without results count towards the limit of a cache too [search.1]', () => {
  const cached = cachePerSnapshot<Uint32Array>(10_000, ({ length }) => cachedListSize(length))
  const snapshot = aSnapshot()
  const compute = vi.fn(() => new Uint32Array())

  for (let n = 0; n < 1000; n++) cached(snapshot, `no such word ${n}`, compute)
  cached(snapshot, 'no such word 0', compute)

  expect(compute).toHaveBeenCalledTimes(1001)
})
